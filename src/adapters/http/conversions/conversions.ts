import * as contract from '#contract/conversions/conversions';
import { answerConversions, type ConversionsAnswer } from '#core/analytics/answer-conversions';
import type { MoneyTotals } from '#core/analytics/money';
import { readQuestion } from '#core/analytics/question';
import { shownConversion } from '#core/conversions/shown-conversion';
import {
  editConversion,
  recordConversion,
  removeConversion,
} from '#core/conversions/own-conversions';
import type { ConversionPorts } from '#core/conversions/ports';
import { reportConversion } from '#core/conversions/reports/report-conversion';
import type { Link } from '#core/links/link';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { NumberRoutesPorts } from '#adapters/http/analytics/numbers';
import { currencyJson } from '#adapters/http/links/link-json';
import { shortUrl } from '#core/links/shown-link';
import { conversionCursors, conversionPages } from '#adapters/http/paging/conversions-query';

/** An account's conversions: listed by range, entered by hand, reported by programs, changed, removed. */
export function conversionRoutes(
  ports: ConversionPorts,
  { analytics, heavy, shortOrigin }: Omit<NumberRoutesPorts, 'visitorsAre'>,
): Mountable[] {
  /** Answers the list of conversions, for sessions and for API keys. */
  const list = async ({ caller, query, request }: ListCall) => {
    const question = { ...readQuestion(query), pages: conversionPages(query) };
    const find = () => answerConversions(analytics, caller.id, question);
    return listJson(await heavy.run({ userId: caller.id, request }, find), shortOrigin);
  };

  return [
    on(contract.listConversions, list),
    on(contract.recordConversion, async ({ caller, body }) =>
      shownConversion(await recordConversion(ports, caller.id, body)),
    ),
    on(contract.editConversion, async ({ caller, params, body }) =>
      shownConversion(await editConversion(ports, { userId: caller.id, id: params.id }, body)),
    ),
    on(contract.removeConversion, ({ caller, params }) =>
      removeConversion(ports, { userId: caller.id, id: params.id }),
    ),
    on(contract.readConversions, list),
    on(contract.reportConversion, async ({ caller, body, chosenId }) => {
      const id = chosenId ?? ports.newId(ports.clock.now());
      return { id: await reportConversion(ports, caller.id, { report: body, id }) };
    }),
  ];
}

type ListCall = {
  readonly caller: { readonly id: string };
  readonly query: contract.ConversionsQuery;
  readonly request: Request;
};

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
