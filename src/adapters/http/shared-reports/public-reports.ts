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
import type { SplitTestPorts } from '#core/split-tests/ports';
import { publicTest } from '#core/split-tests/public-test';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues, type AskedValues } from '#adapters/http/paging/asked-values';
import type { PublicAnswers } from './public-answers.ts';
import {
  coverJson,
  previewJson,
  publicReportJson,
  type PublicReportJson,
} from './public-report-json.ts';
import { cookieAt, lookOf, noteView, visitOf, type VisitorsSite } from './visits.ts';

/** How visitors of shared reports are distinguished, and what is answered to them. */
export type PublicSite = VisitorsSite & {
  readonly answers: PublicAnswers<PublicReportJson>;
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
  return [
    on(contract.readPublicPage, async ({ headers, ...call }) => {
      const { request } = call;
      headers['x-robots-tag'] = 'noindex';
      const visit = await lookOf(site, call);
      const shared = await openReport(ports, visit);
      const asked = noted(askedValues(request));
      const question = await visitorsQuestion(ports, shared, asked.valuesOf);
      const { token, showsMoney, choosesDates, query, userId } = shared;
      const shows = [token, showsMoney, choosesDates, query, coverJson(shared)];
      const key = JSON.stringify([...shows, ...asked.values]);
      const network = addressNetwork(addressOf(request));
      const isPreview = isPreviewed(shared, visit);
      if (!isPreview) noteView(site, shared, request);
      const json = await answers.to({ page: token, key, network, request }, async () => {
        const linkId = onlyLink(question);
        const test = linkId === null ? null : { userId, linkId, showsMoney };
        const splitTest = test && (await publicTest(splitTests, test));
        const answer = await answerPublic(ports, shared, question);
        const shown = publicReportJson(answer, shared, { shortOrigin, linkId });
        return { ...shown, splitTest, preview: null };
      });
      return isPreview ? { ...json, preview: previewJson(shared, ports.clock.now()) } : json;
    }),

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
      const attempt = { ...visitOf(site, call), ...body, address: addressOf(request) };
      const { proof, report } = await unlockReport(ports, attempt);
      const isFramed = report.hosts.length > 0;
      headers['set-cookie'] = cookieAt(site, request).give(proof, {
        token: report.token,
        isFramed,
      });
    }),
  ];
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
