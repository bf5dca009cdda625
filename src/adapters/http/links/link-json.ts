import type { showLink } from '#contract/links/links';
import type { CurrencyTotalsJson } from '#contract/conversions/totals';
import type { Answer } from '#contract/route';
import {
  conversionRate,
  type CurrencyTotals as Totals,
  type ListedLink,
} from '#core/links/link-totals';
import { shortUrlOf } from '#core/links/link-domain';
import type { Link } from '#core/links/link';

/** A link for the API's answer. Money is in cents. */
export function linkJson(
  { link, totals, labels, broken }: ListedLink,
  shortOrigin: string,
): Answer<typeof showLink> {
  return {
    ...link,
    ...labels,
    ...totalsJson(totals),
    shortUrl: shortUrl(link, shortOrigin),
    domain: link.domain?.host ?? null,
    profitPerSale: link.profitPerSaleCents,
    hasPassword: link.passwordHash !== null,
    previewPicture:
      link.previewPicture === null ? null : `/api/link-pictures/${link.previewPicture}.jpg`,
    brokenDestinations: broken,
  };
}

/** The address that every screen shows and copies. */
export function shortUrl(link: Link, shortOrigin: string): string {
  return shortUrlOf(shortOrigin, link.domain?.host ?? null, link.customAlias ?? link.shortCode);
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
