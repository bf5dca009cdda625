import { conversionRate, type CurrencyTotals, type ListedLink } from '#core/links/link-totals';
import { shortUrlOf } from '#core/links/link-domain';
import { type LinkLabels } from '#core/links/labels';
import type { BrokenDestination } from '#core/links/health/broken-destinations';
import type { Link } from '#core/links/link';
import { optionsJson, type OptionsJson } from './option-json.ts';

export type CurrencyTotalsJson = {
  readonly currency: string;
  readonly revenue: number;
  readonly profit: number;
  readonly conversions: number;
};

/** A link's totals; all null while the numbers are not available. Money in cents. */
type TotalsJson = {
  readonly totalClicks: number | null;
  readonly uniqueClicks: number | null;
  readonly botClicks: number | null;
  readonly totalConversions: number | null;
  readonly totalProfit: number | null;
  readonly totalRevenue: number | null;
  readonly otherCurrencies: readonly CurrencyTotalsJson[] | null;
  /** Percent of human clicks, with one decimal. */
  readonly conversionRate: number | null;
  /** Equal to `totalClicks`. */
  readonly clickCounter: number | null;
};

/** A destination that failed several weekly checks in a row. Dates are ISO 8601 in UTC. */
export type BrokenDestinationJson = Pick<BrokenDestination, 'url' | 'reason' | 'status'> & {
  readonly since: string;
  readonly checkedAt: string;
};

/** A link as the API shows it. Dates are ISO 8601 in UTC, money is in cents. */
export type LinkJson = TotalsJson &
  OptionsJson & {
    readonly id: string;
    readonly userId: string;
    readonly originalUrl: string;
    readonly shortCode: string;
    readonly customAlias: string | null;
    /** The host of the link's custom domain; null: the instance's own short host. */
    readonly domain: string | null;
    /** With the alias if there is one, otherwise with the code. */
    readonly shortUrl: string;
    readonly title: string | null;
    readonly description: string | null;
    readonly notes: string | null;
    /** By name; at most 20. */
    readonly tags: LinkLabels['tags'];
    readonly folder: LinkLabels['folder'];
    /** Empty unless the operator has switched the check of destinations on. */
    readonly brokenDestinations: readonly BrokenDestinationJson[];
    readonly expiresAt: string | null;
    readonly isActive: boolean;
    readonly trackClicks: boolean;
    readonly trackConversions: boolean;
    readonly autoTrackProfit: boolean;
    readonly profitPerSale: number | null;
    /** Sales in other currencies do not bring this profit. */
    readonly profitPerSaleCurrency: Link['profitPerSaleCurrency'];
    readonly splitTestEnabled: boolean;
    readonly splitTestUrls: readonly string[];
    /** Clicks before the import of the link, which no other number contains; null: none. */
    readonly importedClicks: number | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  };

export function linkJson(
  { link, totals, labels, broken }: ListedLink,
  shortOrigin: string,
): LinkJson {
  return {
    id: link.id,
    userId: link.userId,
    originalUrl: link.originalUrl,
    shortCode: link.shortCode,
    customAlias: link.customAlias,
    domain: link.domain?.host ?? null,
    shortUrl: shortUrl(link, shortOrigin),
    title: link.title,
    description: link.description,
    notes: link.notes,
    tags: labels.tags,
    folder: labels.folder,
    brokenDestinations: broken.map(brokenJson),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    isActive: link.isActive,
    trackClicks: link.trackClicks,
    trackConversions: link.trackConversions,
    autoTrackProfit: link.autoTrackProfit,
    profitPerSale: link.profitPerSaleCents,
    profitPerSaleCurrency: link.profitPerSaleCurrency,
    splitTestEnabled: link.splitTestEnabled,
    splitTestUrls: link.splitTestUrls,
    ...optionsJson(link),
    ...totalsJson(totals),
    importedClicks: link.importedClicks,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

/** The address that every screen shows and copies. */
export function shortUrl(link: Link, shortOrigin: string): string {
  return shortUrlOf(shortOrigin, link.domain?.host ?? null, link.customAlias ?? link.shortCode);
}

function brokenJson({ since, checkedAt, ...broken }: BrokenDestination): BrokenDestinationJson {
  return { ...broken, since: since.toISOString(), checkedAt: checkedAt.toISOString() };
}

function totalsJson(totals: ListedLink['totals']): TotalsJson {
  return {
    totalClicks: totals && totals.clicks,
    uniqueClicks: totals && totals.uniqueClicks,
    botClicks: totals && totals.botClicks,
    totalConversions: totals && totals.conversions,
    totalProfit: totals && totals.profitCents,
    totalRevenue: totals && totals.revenueCents,
    otherCurrencies: totals && totals.otherCurrencies.map(currencyJson),
    conversionRate: totals && conversionRate(totals),
    clickCounter: totals && totals.clicks,
  };
}

export function currencyJson(totals: CurrencyTotals): CurrencyTotalsJson {
  const { currency, revenueCents, profitCents, conversions } = totals;
  return { currency, revenue: revenueCents, profit: profitCents, conversions };
}
