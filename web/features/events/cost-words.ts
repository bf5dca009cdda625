import type { CostNumbers } from '#contract/analytics/costs';
import { moneyIn, oneDecimal } from '#web/format.ts';

/** `$12.50`; `—` where it cannot be given. */
export function costLabel({ cost, currency }: CostNumbers): string {
  return cost === null ? '—' : moneyIn(cost, currency);
}

/** `+150.0%`, without a sign when it rounds to nothing; `—` where there is none. */
export function roiLabel({ roi }: Pick<CostNumbers, 'roi'>): string {
  if (roi === null) return '—';
  const percent = Math.round(roi * 10) / 10 || 0;
  return `${percent > 0 ? '+' : ''}${oneDecimal(percent)}%`;
}

/** Earnings per click. */
export function perClickLabel({ earningsPerClick, currency }: CostNumbers): string {
  return earningsPerClick === null ? '—' : moneyIn(earningsPerClick, currency);
}
