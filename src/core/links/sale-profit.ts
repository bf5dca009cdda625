import type { Currency } from '#core/shared/money';
import type { Link } from './link.ts';

/** What every sale in one currency brings. */
export type SaleProfit = { readonly cents: number; readonly currency: Currency };

/** What every sale of a link brings; null when the link does not count its profit by itself. */
export function saleProfitOf(
  link: Pick<Link, 'autoTrackProfit' | 'profitPerSaleCents' | 'profitPerSaleCurrency'>,
): SaleProfit | null {
  const { autoTrackProfit, profitPerSaleCents: cents, profitPerSaleCurrency: currency } = link;
  return autoTrackProfit && cents !== null ? { cents, currency } : null;
}
