import type { showLink } from '#contract/links/links';
import type { CurrencyTotalsJson } from '#contract/conversions/totals';
import type { Answer } from '#contract/route';
import {
  conversionRate,
  type CurrencyTotals as Totals,
  type ListedLink,
} from '#core/links/link-totals';
import { shownLink } from '#core/links/shown-link';

/** A link for the API's answer. Money is in cents. */
export function linkJson(
  { link, totals, labels, broken }: ListedLink,
  shortOrigin: string,
): Answer<typeof showLink> {
  return {
    ...shownLink(link, labels, shortOrigin),
    ...totalsJson(totals),
    brokenDestinations: broken,
  };
}

/** All null while the numbers are not available. */
function totalsJson(totals: ListedLink['totals']) {
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

export function currencyJson(totals: Totals): CurrencyTotalsJson {
  const { currency, revenueCents, profitCents, conversions } = totals;
  return { currency, revenue: revenueCents, profit: profitCents, conversions };
}
