import type { CostNumbers } from '#contract/analytics/costs';
import { moneyIn, oneDecimal } from '#web/format.ts';

/** `$12.50`; `—` where it cannot be given. */
export function costLabel({ costCents, currency }: CostNumbers): string {
  return costCents === null ? '—' : moneyIn(costCents, currency);
}

/** `+150.0%`; `—` where there is none. */
export function roiLabel({ roi }: Pick<CostNumbers, 'roi'>): string {
  return roi === null ? '—' : `${roi > 0 ? '+' : ''}${oneDecimal(roi * 100)}%`;
}

/** Earnings per click. */
export function perClickLabel({ perClickCents, currency }: CostNumbers): string {
  return perClickCents === null ? '—' : moneyIn(perClickCents, currency);
}
