import * as contract from '#contract/shared-reports/public-reports';
import type { Answer } from '#contract/route';
import { shortUrl } from '#core/links/shown-link';
import { datesOf, onlyLink, visitorsQuestion } from '#core/shared-reports/asked';
import { readableColor } from '#core/shared-reports/colors';
import type { SharedReport, SharedReportPorts } from '#core/shared-reports/ports';
import {
  answerPublic,
  coverOf,
  openReport,
  type PublicReport,
  reportLogo,
  unlockReport,
} from '#core/shared-reports/public-reports';
import type { ViewCounter } from '#core/shared-reports/views';
import type { SplitTestPorts } from '#core/split-tests/ports';
import { publicTest } from '#core/split-tests/public-test';
import { reportJson } from '#adapters/http/analytics/report-json';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { domainOf } from '#adapters/http/frame/caller';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues, type AskedValues } from '#adapters/http/paging/asked-values';
import type { PublicAnswers } from './public-answers.ts';

export type PublicReportJson = Answer<typeof contract.readPublicPage>;

/** How visitors of shared reports are distinguished, and what is answered to them. */
export type PublicSite = {
  readonly answers: PublicAnswers<PublicReportJson>;
  /** Counts the views. */
  readonly views: Pick<ViewCounter, 'note'>;
  /** The digest of a request's session; null when it has none. */
  readonly sidOf: (request: Request) => string | null;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  readonly appUrl: string;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** Shared reports, for everybody who has their address. */
export function publicReportRoutes(
  ports: SharedReportPorts,
  splitTests: Pick<SplitTestPorts, 'tests' | 'events'>,
  site: PublicSite,
): Mountable[] {
  const { answers, addressOf, shortOrigin } = site;
  const cookieAt = (request: Request) => pageCookie(domainOf(request)?.origin ?? site.appUrl);
  const visitOf = (token: string, request: Request) => ({
    token,
    hostOwner: domainOf(request)?.userId ?? null,
    proof: cookieAt(request).read(request),
  });
  return [
    on(contract.readPublicPage, async ({ params, request, headers }) => {
      headers['x-robots-tag'] = 'noindex';
      const shared = await openReport(ports, visitOf(params.token, request));
      const asked = noted(askedValues(request));
      const question = visitorsQuestion(shared, asked.valuesOf, ports.clock.now());
      const { token, showsMoney, choosesDates, query, userId } = shared;
      const shows = [token, showsMoney, choosesDates, query, coverJson(shared)];
      const key = JSON.stringify([...shows, ...asked.values]);
      const network = addressNetwork(addressOf(request));
      noteView(site, shared, request);
      return answers.to({ page: token, key, network, request }, async () => {
        const linkId = onlyLink(question);
        const test = linkId === null ? null : { userId, linkId, showsMoney };
        const splitTest = test && (await publicTest(splitTests, test));
        const answer = await answerPublic(ports, shared, question);
        return { ...publicReportJson(answer, shared, { shortOrigin, linkId }), splitTest };
      });
    }),

    on(contract.showCover, async ({ params, request, headers }) => {
      headers['x-robots-tag'] = 'noindex';
      const { report, state } = await coverOf(ports, visitOf(params.token, request));
      const isOver = state === 'ended' && report.isOn;
      const endedAt = isOver ? report.expiresAt : null;
      return { ...coverJson(report), state, hosts: report.hosts, endedAt };
    }),

    on(contract.showReportLogo, async ({ params, request, headers }) => {
      const jpeg = await reportLogo(ports, visitOf(params.token, request));
      Object.assign(headers, { 'content-type': 'image/jpeg' });
      return new Response(jpeg);
    }),

    on(contract.unlockPublicPage, async ({ params, body, request, headers }) => {
      const asked = visitOf(params.token, request);
      const attempt = { ...asked, ...body, address: addressOf(request) };
      const { proof, report } = await unlockReport(ports, attempt);
      const isFramed = report.hosts.length > 0;
      headers['set-cookie'] = cookieAt(request).give(proof, { token: report.token, isFramed });
    }),
  ];
}

/** Of a user agent, in UTF-16 units. It bounds what the counter of views remembers. */
const agentLength = 200;

/** Browsers of one network that name themselves alike are one visitor. */
function noteView({ views, sidOf, addressOf }: PublicSite, { id }: SharedReport, request: Request) {
  const agent = (request.headers.get('user-agent') ?? '').slice(0, agentLength);
  views.note(
    { reportId: id, sid: sidOf(request) },
    `${addressNetwork(addressOf(request))} ${agent}`,
  );
}

/** Records which parameters are read, so that the cache key leaves out all others. */
function noted(valuesOf: AskedValues) {
  const read = new Map<string, readonly string[]>();
  return {
    get values() {
      return [...read];
    },
    valuesOf(name: string): readonly string[] {
      const own = valuesOf(name);
      if (own.length > 0) read.set(name, own);
      return own;
    },
  };
}

function coverJson({ name, sender, color, showsLogo }: SharedReport) {
  return { name, sender, color: color === null ? null : readableColor(color), hasLogo: showsLogo };
}

type Place = { readonly shortOrigin: string; readonly linkId: string | null };

function publicReportJson(
  { link, report }: PublicReport,
  shared: SharedReport,
  { shortOrigin, linkId }: Place,
): Omit<PublicReportJson, 'splitTest'> {
  const { lists, ...shown } = reportJson(report, shortOrigin);
  const { links, ...otherLists } = lists;
  const { totals, comparedTotals, series, comparedSeries } = shown;
  const withoutMoney = {
    totals: moneyless(totals),
    comparedTotals: comparedTotals && moneyless(comparedTotals),
    series: series.map(moneyless),
    comparedSeries: comparedSeries && comparedSeries.map(moneyless),
  };
  const { choosesDates, showsMoney } = shared;
  const shownLinks = linkId === null && links ? { links: withoutIds(links) } : {};
  return {
    link: link && { title: link.title, shortUrl: shortUrl(link, shortOrigin) },
    cover: coverJson(shared),
    choosesDates,
    dates: datesOf(shared),
    showsMoney,
    listsLinks: linkId === null,
    report: {
      ...shown,
      ...(!showsMoney && withoutMoney),
      lists: { ...otherLists, ...shownLinks },
    },
  };
}

function moneyless<Numbers extends { readonly money: readonly unknown[] }>(numbers: Numbers) {
  return { ...numbers, money: [] };
}

type List = NonNullable<PublicReportJson['report']['lists']['links']>;

/** A link's row is known by its short address. */
function withoutIds(list: List): List {
  return { ...list, rows: list.rows.map((row) => ({ ...row, value: row.value && row.detail })) };
}
