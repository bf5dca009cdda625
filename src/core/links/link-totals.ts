import { percent } from '#core/shared/percent';
import type { BrokenDestination } from './health/destination-check.ts';
import { noLabels, type LinkLabels } from './labels.ts';
import type { Link } from './link.ts';
import type { Links } from './ports.ts';

/** Sums of conversions in one currency. */
export type CurrencyTotals = {
  /** ISO 4217. */
  readonly currency: string;
  readonly revenueCents: number;
  readonly profitCents: number;
  readonly conversions: number;
};

/** The totals of one link over all time. */
export type TotalsOfLink = {
  /** Human clicks. */
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly botClicks: number;
  /** Conversions in every currency. */
  readonly conversions: number;
  /** US dollars only: amounts of different currencies are never added. */
  readonly revenueCents: number;
  readonly profitCents: number;
  /** Without US dollars. */
  readonly otherCurrencies: readonly CurrencyTotals[];
};

/** The source of totals. */
export type LinkTotals = {
  /**
   * The totals of these links of the account, by link id. A link without events may be missing;
   * links of other accounts are missing. Null when the numbers are not available now.
   */
  of(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, TotalsOfLink> | null>;
  /**
   * The currencies of the account's conversions other than US dollars, sorted by code; empty when
   * the numbers are not available now.
   */
  currenciesOf(userId: string): Promise<readonly string[]>;
};

/** The totals of a link before its first visit. */
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
  return percent(totals.conversions, totals.clicks);
}

/** A link as lists show it; `totals` is null while the numbers are not available. */
export type ListedLink = {
  readonly link: Link;
  readonly totals: TotalsOfLink | null;
  readonly labels: LinkLabels;
  /** Empty while destinations are not checked. */
  readonly broken: readonly BrokenDestination[];
};

/** Additional data that lists show for links, by link id. */
export type AboutLinks = {
  /** Null while the numbers are not available. */
  readonly totals: ReadonlyMap<string, TotalsOfLink> | null;
  readonly labels: ReadonlyMap<string, LinkLabels>;
  readonly broken: ReadonlyMap<string, readonly BrokenDestination[]>;
};

/** Joins links with this data. When `totals` is null, every link has null totals. */
export function listed(
  links: readonly Link[],
  { totals, labels, broken }: AboutLinks,
): readonly ListedLink[] {
  return links.map((link) => ({
    link,
    totals: totals && (totals.get(link.id) ?? nothingYet),
    labels: labels.get(link.id) ?? noLabels,
    broken: broken.get(link.id) ?? [],
  }));
}

/** One link with its totals, labels and broken destinations. */
export async function withTotals(
  {
    totals,
    links,
  }: { readonly totals: LinkTotals; readonly links: Pick<Links, 'labelsOf' | 'brokenOf'> },
  link: Link,
): Promise<ListedLink> {
  const [found, labels, broken] = await Promise.all([
    totals.of(link.userId, [link.id]),
    labelsOf(links, link),
    links.brokenOf(link.userId, [link.id]),
  ]);
  return {
    link,
    labels,
    broken: broken.get(link.id) ?? [],
    totals: found && (found.get(link.id) ?? nothingYet),
  };
}

/** The labels of one link. */
export async function labelsOf(links: Pick<Links, 'labelsOf'>, link: Link): Promise<LinkLabels> {
  const found = await links.labelsOf(link.userId, [link.id]);
  return found.get(link.id) ?? noLabels;
}
