import type { Analytics, PerMonth } from '#core/analytics/answer-analytics';
import type { Change } from '#core/analytics/change';
import type { TestNumbers } from '#core/analytics/link-numbers';
import type { Share } from '#core/analytics/shares';
import { moneyJson, type MoneyJson } from '#adapters/http/conversions/conversions';
import { currencyJson } from '#adapters/http/links/link-json';
import type { CurrencyTotalsJson } from '#contract/totals';

type Part = { readonly clicks: number; readonly percentage: number };

/** Analytics as the API shows them: money in cents, percentages with one decimal. */
export type AnalyticsJson = {
  readonly totalLinks: number;
  readonly totalClicks: number;
  readonly totalProfit: number;
  readonly totalConversions: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
  readonly otherCurrencies: readonly CurrencyTotalsJson[];
  readonly lastMonth: PerMonth<number>;
  readonly changes: PerMonth<Change>;
  readonly clicksOverTime: readonly { readonly date: string; readonly clicks: number }[];
  readonly topReferrers: readonly ({ readonly domain: string } & Part)[];
  readonly deviceStats: readonly ({ readonly device: string } & Part)[];
  readonly geoStats: readonly ({ readonly country: string } & Part)[];
  /** Every country of the range, without percentages. */
  readonly countryClicks: readonly { readonly country: string; readonly clicks: number }[];
  readonly browserStats: readonly ({ readonly browser: string } & Part)[];
  readonly osStats: readonly ({ readonly os: string } & Part)[];
  readonly cityStats: readonly ({ readonly city: string; readonly country: string } & Part)[];
} & TestJson;

/** The running test of the requested link. */
export type TestJson = {
  /** Empty without a test. */
  readonly variants: readonly VariantJson[];
  /** The link's conversions that no variant can be given; null without a test. */
  readonly notAssigned: MoneyJson | null;
};

type VariantJson = MoneyJson & {
  readonly variant: number;
  readonly url: string;
  readonly clicks: number;
};

export function analyticsJson(analytics: Analytics): AnalyticsJson {
  return {
    totalLinks: analytics.totalLinks,
    totalClicks: analytics.totalClicks,
    totalProfit: analytics.totalProfitCents,
    totalConversions: analytics.totalConversions,
    botClicks: analytics.botClicks,
    uniqueVisitors: analytics.uniqueVisitors,
    otherCurrencies: analytics.otherCurrencies.map(currencyJson),
    lastMonth: analytics.lastMonth,
    changes: analytics.changes,
    clicksOverTime: analytics.clicksOverTime,
    topReferrers: analytics.referrers.map((share) => ({ domain: share.name, ...partOf(share) })),
    deviceStats: analytics.devices.map((share) => ({ device: share.name, ...partOf(share) })),
    geoStats: analytics.countries.map((share) => ({ country: share.name, ...partOf(share) })),
    countryClicks: analytics.countryClicks.map(({ name, clicks }) => ({ country: name, clicks })),
    browserStats: analytics.browsers.map((share) => ({ browser: share.name, ...partOf(share) })),
    osStats: analytics.systems.map((share) => ({ os: share.name, ...partOf(share) })),
    cityStats: analytics.cities.map((share) => ({ ...share.name, ...partOf(share) })),
    ...testJson(analytics),
  };
}

export function testJson({ variants, notAssigned }: TestNumbers): TestJson {
  return {
    variants: variants.map(variantJson),
    notAssigned: notAssigned && moneyJson(notAssigned),
  };
}

function variantJson(one: Analytics['variants'][number]): VariantJson {
  return {
    variant: one.variant,
    url: one.url,
    clicks: one.clicks,
    ...moneyJson(one),
  };
}

function partOf({ clicks, percentage }: Share<unknown>): Part {
  return { clicks, percentage };
}
