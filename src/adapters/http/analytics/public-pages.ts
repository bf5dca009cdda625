import * as contract from '#contract/analytics/public-pages';
import type { Answer } from '#contract/route';
import type { PublicPagePorts } from '#core/analytics/ports';
import {
  answerPublicPage,
  openPublicPage,
  type PublicPage,
  type PublicReport,
  revokePublicPage,
  sharePublicPage,
  showPublicPage,
  unlockPublicPage,
} from '#core/analytics/public-pages';
import type { SplitTestPorts } from '#core/split-tests/ports';
import { publicTest } from '#core/split-tests/public-test';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { shortUrl } from '#core/links/shown-link';
import { askedValues, type AskedValues } from '#adapters/http/paging/asked-values';
import { reportJson } from './report-json.ts';
import type { PageCookie } from '#adapters/http/cookies/page-cookie';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { PublicAnswers } from './public-answers.ts';
import { type Mountable, on } from '#adapters/http/frame/on';

export type PublicReportJson = Answer<typeof contract.readPublicPage>;

/** The address of public pages, and how visitors are distinguished. */
export type PublicSite = {
  readonly cookie: PageCookie;
  readonly answers: PublicAnswers<PublicReportJson>;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  readonly appUrl: string;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** The owner's side of public pages, and the visitor's. */
export function publicPageRoutes(
  ports: PublicPagePorts,
  splitTests: Pick<SplitTestPorts, 'tests' | 'events'>,
  site: PublicSite,
): Mountable[] {
  const { cookie, answers, addressOf, appUrl, shortOrigin } = site;
  return [
    on(contract.showPublicPage, async ({ caller, params }) =>
      pageJson(await showPublicPage(ports, caller.id, params.id), appUrl),
    ),
    on(contract.sharePublicPage, async ({ caller, params, body }) =>
      pageJson(await sharePublicPage(ports, caller.id, { ...body, linkId: params.id }), appUrl),
    ),
    on(contract.revokePublicPage, ({ caller, params }) =>
      revokePublicPage(ports, caller.id, params.id),
    ),

    on(contract.readPublicPage, async ({ params, request, headers }) => {
      headers['x-robots-tag'] = 'noindex';
      const page = await openPublicPage(ports, params.token, cookie.read(request));
      const asked = noted(askedValues(request));
      const question = readReportQuestion(asked.valuesOf, ports.clock.now());
      const { token, showsMoney } = page;
      const key = JSON.stringify([token, showsMoney, ...asked.values]);
      const network = addressNetwork(addressOf(request));
      return answers.to({ page: token, key, network, request }, async () => ({
        ...publicReportJson(await answerPublicPage(ports, page, question), shortOrigin),
        splitTest: await publicTest(splitTests, page),
      }));
    }),
    on(contract.unlockPublicPage, async ({ params, body, request, headers }) => {
      const attempt = { ...params, ...body, address: addressOf(request) };
      headers['set-cookie'] = cookie.give(params.token, await unlockPublicPage(ports, attempt));
    }),
  ];
}

function pageJson(page: PublicPage | null, appUrl: string): Answer<typeof contract.showPublicPage> {
  return {
    token: page && page.token,
    url: page && `${appUrl}/public/${page.token}`,
    hasPassword: page !== null && page.passwordHash !== null,
    showsMoney: page !== null && page.showsMoney,
  };
}

/** Records which parameters are read, so that the cache key leaves out all others. */
function noted(valuesOf: AskedValues) {
  const values: (readonly [name: string, values: readonly string[]])[] = [];
  return {
    values,
    valuesOf(name: string): readonly string[] {
      const own = valuesOf(name);
      if (own.length > 0) values.push([name, own]);
      return own;
    },
  };
}

function publicReportJson(
  { link, report, showsMoney }: PublicReport,
  shortOrigin: string,
): Omit<PublicReportJson, 'splitTest'> {
  const { lists, ...shown } = reportJson(report, shortOrigin);
  const { links: _, ...ownLists } = lists;
  const { totals, comparedTotals, series, comparedSeries } = shown;
  const withoutMoney = {
    totals: moneyless(totals),
    comparedTotals: comparedTotals && moneyless(comparedTotals),
    series: series.map(moneyless),
    comparedSeries: comparedSeries && comparedSeries.map(moneyless),
  };
  return {
    link: { title: link.title, shortUrl: shortUrl(link, shortOrigin) },
    showsMoney,
    report: { ...shown, ...(!showsMoney && withoutMoney), lists: ownLists },
  };
}

function moneyless<Numbers extends { readonly money: readonly unknown[] }>(numbers: Numbers) {
  return { ...numbers, money: [] };
}
