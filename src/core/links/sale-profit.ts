import type { Currency } from '#contract/money';
import type { Link } from './link.ts';

/** The fixed profit of every sale in one currency. */
export type SaleProfit = { readonly cents: number; readonly currency: Currency };

/** The fixed profit of a link's sales; null when the link has none. */
export function saleProfitOf(
  link: Pick<Link, 'autoTrackProfit' | 'profitPerSaleCents' | 'profitPerSaleCurrency'>,
): SaleProfit | null {
  const { autoTrackProfit, profitPerSaleCents: cents, profitPerSaleCurrency: currency } = link;
  return autoTrackProfit && cents !== null ? { cents, currency } : null;
}
