import * as contract from '#contract/shared-reports/public-reports';
import { askedReport, type ReportQuestion } from '#core/analytics/report/report-question';
import { chosenByVisitors, onlyLink, visitorsValues } from '#core/shared-reports/asked';
import type { SharedReportPorts } from '#core/shared-reports/ports';
import {
  answerPublic,
  coverOf,
  isPreviewed,
  openReport,
  reportLogo,
  unlockReport,
} from '#core/shared-reports/public-reports';
import { answerLists, answerFile, readFile, readLists } from '#core/shared-reports/visitors-lists';
import type { SplitTestPorts } from '#core/split-tests/ports';
import { publicTest } from '#core/split-tests/public-test';
import type { VisitorsAre } from '#core/shared/visitors-are';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues } from '#adapters/http/paging/asked-values';
import type { PublicAnswers } from './public-answers.ts';
import { coverJson, previewJson, publicReportJson } from './public-report-json.ts';
import { publicCsv, publicListJson } from './public-lists.ts';
import {
  cookieAt,
  type LookingCall,
  lookOf,
  noteView,
  visitOf,
  type VisitorsSite,
} from './visits.ts';

/** How visitors of shared reports are distinguished, and what is answered to them. */
export type PublicSite = VisitorsSite & {
  readonly answers: PublicAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

type SplitTests = Pick<SplitTestPorts, 'tests' | 'events'>;

/** Shared reports, for everybody who has their address. */
export function publicReportRoutes(
  ports: SharedReportPorts,
  splitTests: SplitTests,
  site: PublicSite,
): Mountable[] {
  return [...numbersRoutes(ports, splitTests, site), ...coverRoutes(ports, site)];
}

/** What visitors read once the report is open. */
function numbersRoutes(
  ports: SharedReportPorts,
  splitTests: SplitTests,
  site: PublicSite,
): Mountable[] {
  const { shortOrigin } = site;
  return [
    on(contract.readPublicPage, async ({ headers, ...call }) => {
      headers['x-robots-tag'] = 'noindex';
      const { shared, isPreview, answer } = await asking(ports, site, call);
      const { userId, showsMoney } = shared;
      const json = await answer(['report'], async (question) => {
        const linkId = onlyLink(question);
        const test = linkId === null ? null : { userId, linkId, showsMoney };
        const splitTest = test && (await publicTest(splitTests, test));
        const found = await answerPublic(ports, shared, question);
        const shown = publicReportJson(found, shared, { shortOrigin, linkId });
        return { ...shown, splitTest, preview: null };
      });
      if (isPreview) return { ...json, preview: previewJson(shared, ports.clock.now()) };
      noteView(site, shared, call.request);
      return json;
    }),

    on(contract.readPublicLists, async ({ headers, ...call }) => {
      headers['x-robots-tag'] = 'noindex';
      const { shared, answer } = await asking(ports, site, call);
      const wanted = askedValues(call.request)('list');
      return answer(['lists', ...wanted], async (question) => {
        const lists = readLists(wanted, shared, question);
        const answers = await answerLists(ports, shared, { question, lists });
        return { lists: answers.map((each) => publicListJson(each, shortOrigin)) };
      });
    }),

    on(contract.savePublicFile, async ({ headers, ...call }) => {
      const { shared, answer } = await asking(ports, site, call);
      const wanted = askedValues(call.request)('what').join();
      const { text, name } = await answer(['file', wanted], async (question) => {
        const what = readFile(wanted, shared, question);
        const { from, to } = question.period;
        const found = await answerFile(ports, shared, { question, what });
        const part = what === 'series' ? what : what.dimension;
        return { text: await publicCsv(found, site), name: `report-${part}-${from}-${to}.csv` };
      });
      Object.assign(headers, {
        'x-robots-tag': 'noindex',
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      });
      return new Response(text);
    }),
  ];
}

/** What visitors see before it is open, and how they open it. */
function coverRoutes(ports: SharedReportPorts, site: PublicSite): Mountable[] {
  return [
    on(contract.showCover, async ({ headers, ...call }) => {
      headers['x-robots-tag'] = 'noindex';
      const { report, state } = await coverOf(ports, visitOf(site, call));
      const isOver = state === 'ended' && report.isOn;
      const endedAt = isOver ? report.expiresAt : null;
      return { ...coverJson(report), state, hosts: report.hosts, endedAt };
    }),

    on(contract.showReportLogo, async ({ headers, ...call }) => {
      const jpeg = await reportLogo(ports, await lookOf(site, call));
      Object.assign(headers, { 'content-type': 'image/jpeg' });
      return new Response(jpeg);
    }),

    on(contract.unlockPublicPage, async ({ headers, body, ...call }) => {
      const { request } = call;
      const attempt = { ...visitOf(site, call), ...body, address: site.addressOf(request) };
      const { proof, report } = await unlockReport(ports, attempt);
      const isFramed = report.hosts.length > 0;
      headers['set-cookie'] = cookieAt(site, request).give(proof, {
        token: report.token,
        isFramed,
      });
    }),
  ];
}

/**
 * A visitor's question to a report that they may read. `answer` shares one answer among the
 * questions for the same part with the same parameters. Within its limits it also finds out where
 * all time begins: visitors learn nothing about costs.
 */
async function asking(ports: SharedReportPorts, site: PublicSite, call: LookingCall) {
  const { request } = call;
  const { clock, reports } = ports;
  const visit = await lookOf(site, call);
  const shared = await openReport(ports, visit);
  const valuesOf = visitorsValues(shared, askedValues(request));
  const { token, userId, showsMoney, choosesDates, query } = shared;
  const shows = [token, showsMoney, choosesDates, query, coverJson(shared)];
  const chosen = chosenByVisitors.map((name) => valuesOf(name));
  const network = addressNetwork(site.addressOf(request));
  return {
    shared,
    isPreview: isPreviewed(shared, visit),
    answer<Answer>(
      part: readonly string[],
      work: (question: ReportQuestion) => Promise<Answer>,
    ): Promise<Answer> {
      const key = JSON.stringify([part, shows, chosen]);
      return site.answers.to({ page: token, key, network, request }, async () =>
        work(await askedReport({ clock, reports }, userId, valuesOf)),
      );
    },
  };
}
