import * as contract from '#contract/shared-reports/public-reports';
import { onlyLink, visitorsQuestion } from '#core/shared-reports/asked';
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
import type { VisitorsAre } from '#adapters/http/csv/unique-title';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues, type AskedValues } from '#adapters/http/paging/asked-values';
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
      const { shared, question, isPreview, answer } = await asking(ports, site, call);
      const { userId, showsMoney } = shared;
      if (!isPreview) noteView(site, shared, call.request);
      const json = await answer('report', async () => {
        const linkId = onlyLink(question);
        const test = linkId === null ? null : { userId, linkId, showsMoney };
        const splitTest = test && (await publicTest(splitTests, test));
        const found = await answerPublic(ports, shared, question);
        const shown = publicReportJson(found, shared, { shortOrigin, linkId });
        return { ...shown, splitTest, preview: null };
      });
      return isPreview ? { ...json, preview: previewJson(shared, ports.clock.now()) } : json;
    }),

    on(contract.readPublicLists, async ({ headers, ...call }) => {
      headers['x-robots-tag'] = 'noindex';
      const { shared, question, valuesOf, answer } = await asking(ports, site, call);
      const lists = readLists(valuesOf('list'), shared, question);
      return answer('lists', async () => {
        const answers = await answerLists(ports, shared, { question, lists });
        return { lists: answers.map((each) => publicListJson(each, shortOrigin)) };
      });
    }),

    on(contract.savePublicFile, async ({ headers, ...call }) => {
      const { shared, question, valuesOf, answer } = await asking(ports, site, call);
      const what = readFile(valuesOf('what').join(), shared, question);
      const { from, to } = question.period;
      const text = await answer('file', async () => {
        return publicCsv(await answerFile(ports, shared, { question, what }), site);
      });
      Object.assign(headers, {
        'x-robots-tag': 'noindex',
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="report-${what}-${from}-${to}.csv"`,
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
 * A visitor's question to a report that they may read. `answer` shares the answers of one `kind` among
 * the questions with the same parameters.
 */
async function asking(ports: SharedReportPorts, site: PublicSite, call: LookingCall) {
  const { request } = call;
  const visit = await lookOf(site, call);
  const shared = await openReport(ports, visit);
  const asked = noted(askedValues(request));
  const question = await visitorsQuestion(ports, shared, asked.valuesOf);
  const { token, showsMoney, choosesDates, query } = shared;
  const shows = [token, showsMoney, choosesDates, query, coverJson(shared)];
  const network = addressNetwork(site.addressOf(request));
  return {
    shared,
    question,
    isPreview: isPreviewed(shared, visit),
    valuesOf: asked.valuesOf,
    answer<Answer>(kind: string, work: () => Promise<Answer>): Promise<Answer> {
      const key = JSON.stringify([kind, ...shows, ...asked.values]);
      return site.answers.to({ page: token, key, network, request }, work);
    },
  };
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
