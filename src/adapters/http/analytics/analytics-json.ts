import type { showAnalytics } from '#contract/analytics/analytics';
import type { Answer } from '#contract/route';
import type { Analytics } from '#core/analytics/answer-analytics';
import type { TestNumbers } from '#core/analytics/link-numbers';
import { moneyJson } from '#adapters/http/conversions/conversions';
import { currencyJson } from '#adapters/http/links/link-json';
import { measuresJson } from './report-json.ts';

/** Analytics for the API's answer. */
export function analyticsJson(analytics: Analytics): Answer<typeof showAnalytics> {
  return {
    ...analytics,
    totalProfit: analytics.totalProfitCents,
    otherCurrencies: analytics.otherCurrencies.map(currencyJson),
    clicksOverTime: analytics.series.map(({ at, clicks }) => ({ date: at, clicks })),
    series: analytics.series.map(measuresJson),
    usual: analytics.usual && measuresJson(analytics.usual),
    topReferrers: analytics.referrers.map((share) => ({ ...share, domain: share.name })),
    deviceStats: analytics.devices.map((share) => ({ ...share, device: share.name })),
    geoStats: analytics.countries.map((share) => ({ ...share, country: share.name })),
    countryClicks: analytics.countryClicks.map(({ name, clicks }) => ({ country: name, clicks })),
    browserStats: analytics.browsers.map((share) => ({ ...share, browser: share.name })),
    osStats: analytics.systems.map((share) => ({ ...share, os: share.name })),
    cityStats: analytics.cities.map((share) => ({ ...share, ...share.name })),
    ...testJson(analytics),
  };
}

/** The running test of a link. */
function testJson({
  variants,
  notAssigned,
}: TestNumbers): Pick<Answer<typeof showAnalytics>, 'variants' | 'notAssigned'> {
  return {
    variants: variants.map((variant) => ({ ...variant, ...moneyJson(variant) })),
    notAssigned: notAssigned && moneyJson(notAssigned),
  };
}
