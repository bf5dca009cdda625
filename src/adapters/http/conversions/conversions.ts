import * as contract from '#contract/conversions/conversions';
import { answerConversions, type ConversionsAnswer } from '#core/analytics/answer-conversions';
import type { MoneyTotals } from '#core/analytics/money';
import { readQuestion } from '#core/analytics/question';
import { recordConversion } from '#core/conversions/own-conversions';
import { shownConversion } from '#core/conversions/shown-conversion';
import type { ConversionPorts } from '#core/conversions/ports';
import type { Link } from '#core/links/link';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { NumberRoutesPorts } from '#adapters/http/analytics/numbers';
import { currencyJson } from '#adapters/http/links/link-json';
import { shortUrl } from '#core/links/shown-link';
import { conversionCursors, conversionPages } from '#adapters/http/paging/conversions-query';
import { programConversionRoutes } from './program-conversions.ts';

/** An account's conversions: as the screens list and enter them, and as programs do. */
export function conversionRoutes(
  ports: ConversionPorts,
  {
    analytics,
    heavy,
    shortOrigin,
    appUrl,
  }: Omit<NumberRoutesPorts, 'visitorsAre'> & {
    readonly appUrl: string;
  },
): Mountable[] {
  return [
    on(contract.listConversions, async ({ caller, query, request }) => {
      const question = { ...readQuestion(query), pages: conversionPages(query) };
      const find = () => answerConversions(analytics, caller.id, question);
      return listJson(await heavy.run({ userId: caller.id, request }, find), shortOrigin);
    }),
    on(contract.recordConversion, async ({ caller, body }) =>
      shownConversion(await recordConversion(ports, caller.id, body)),
    ),
    ...programConversionRoutes({ ...ports, erasures: analytics.erasures, heavy, appUrl }),
  ];
}

function listJson(found: ConversionsAnswer, shortOrigin: string) {
  const { conversions, totals, links, confirmedShare } = found;
  const nameOf = (link: Link) => ({ shortUrl: shortUrl(link, shortOrigin), title: link.title });
  return {
    conversions: conversions.items.map((each) => ({
      ...shownConversion(each),
      ...nameOf(each.link),
    })),
    conversionCount: conversions.count,
    totals: { ...totals, ...moneyJson(totals) },
    links: links.items.map(({ link, ...each }) => ({
      ...link,
      ...each,
      ...nameOf(link),
      ...moneyJson(each),
    })),
    linkCount: links.count,
    confirmedShare,
    ...conversionCursors(found),
  };
}

/** Money in cents: US dollars, and other currencies separately. */
export function moneyJson(money: MoneyTotals) {
  const { conversions, revenueCents, profitCents, otherCurrencies } = money;
  return {
    conversions,
    revenueCents,
    profitCents,
    otherCurrencies: otherCurrencies.map(currencyJson),
  };
}
