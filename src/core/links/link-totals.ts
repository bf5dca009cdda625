import type { Link } from './link.ts';

/** What a link has brought in one currency other than US dollars. */
export type CurrencyTotals = {
  /** ISO 4217. */
  readonly currency: string;
  readonly revenueCents: number;
  readonly profitCents: number;
  readonly conversions: number;
};

/** What one link has brought, over all time. */
export type TotalsOfLink = {
  /** Human clicks. */
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly botClicks: number;
  /** Conversions in every currency. */
  readonly conversions: number;
  /** US dollars alone: money is never added across currencies. */
  readonly revenueCents: number;
  readonly profitCents: number;
  readonly otherCurrencies: readonly CurrencyTotals[];
};

/** Where totals come from. */
export type LinkTotals = {
  /**
   * The totals of these links of the account by link id; a link that nothing happened to may be missing.
   * Ids of other accounts' links bring nothing. Null when the numbers cannot be had at the moment.
   */
  of(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, TotalsOfLink> | null>;
  /**
   * The currencies of the account's conversions other than US dollars, by their codes; none when the
   * numbers cannot be had at the moment.
   */
  currenciesOf(userId: string): Promise<readonly string[]>;
};

/** What a link has before its first visit. */
export const nothingYet: TotalsOfLink = {
  clicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  conversions: 0,
  revenueCents: 0,
  profitCents: 0,
  otherCurrencies: [],
};

/** Conversions as a percentage of human clicks, with one decimal; 0 when there are no clicks. */
export function conversionRate(totals: TotalsOfLink): number {
  return totals.clicks === 0 ? 0 : Math.round((totals.conversions / totals.clicks) * 1000) / 10;
}

/** A link and what it has brought; `totals` is null while the numbers cannot be had. */
export type ListedLink = { readonly link: Link; readonly totals: TotalsOfLink | null };

/** Links beside their totals; null totals stand for all. */
export function listed(
  links: readonly Link[],
  totalsById: ReadonlyMap<string, TotalsOfLink> | null,
): readonly ListedLink[] {
  return links.map((link) => ({
    link,
    totals: totalsById && (totalsById.get(link.id) ?? nothingYet),
  }));
}

/** One link with its totals. */
export async function withTotals(totals: LinkTotals, link: Link): Promise<ListedLink> {
  const found = await totals.of(link.userId, [link.id]);
  return { link, totals: found && (found.get(link.id) ?? nothingYet) };
}
