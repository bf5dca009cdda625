import * as z from 'zod/mini';
import * as contract from '#contract/analytics/analytics';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { id } from '#contract/fields';
import type { Answer } from '#contract/route';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import { recentClicks } from '#core/analytics/link-numbers';
import { readQuestion } from '#core/analytics/question';
import type { ClickPosition, RecentClick } from '#core/analytics/reading';
import { reportWithCosts } from '#core/analytics/report/report-costs';
import { askedReport } from '#core/analytics/report/report-question';
import { shownFacts } from '#core/clicks/shown-facts';
import type { Paged, PageFrom } from '#core/shared/page';
import type { VisitorsAre } from '#core/shared/visitors-are';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { askedValues } from '#adapters/http/paging/asked-values';
import {
  cursorsOf,
  epochMs,
  fingerprint,
  pagingOf,
  readCursor,
  writeCursor,
} from '#adapters/http/paging/cursor';
import { analyticsJson } from './analytics-json.ts';
import { reportJson } from './report-json.ts';

export type NumberRoutesPorts = {
  readonly analytics: AnalyticsPorts;
  /** Limits how many questions of an account are answered at once. */
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

/** An owner's numbers: of the dashboard, of a link, and of the report for any range and filters. */
export function numberRoutes(ports: NumberRoutesPorts): Mountable[] {
  const { analytics, heavy, shortOrigin } = ports;
  const reportQuestion = (userId: string, request: Request) =>
    askedReport(analytics, userId, askedValues(request));

  return [
    on(contract.showAnalytics, async ({ caller, query, request }) => {
      const question = readQuestion(query);
      const answer = () => answerAnalytics(analytics, caller.id, question);
      return analyticsJson(await heavy.run({ userId: caller.id, request }, answer));
    }),

    on(contract.listClicks, async ({ caller, params, query, request }) => {
      const list = fingerprint(['clicks', params.id, query.class]);
      const question = {
        linkId: params.id,
        class: query.class,
        ...pagingOf(query, (cursor) => clickPlace(list, cursor)),
      };
      const find = () => recentClicks(analytics, caller.id, question);
      return clicksJson(list, await heavy.run({ userId: caller.id, request }, find));
    }),

    on(contract.showReport, async ({ caller, request }) => {
      const answer = async () =>
        reportWithCosts(analytics, caller.id, await reportQuestion(caller.id, request));
      const report = await heavy.run({ userId: caller.id, request }, answer);
      return { ...reportJson(report, shortOrigin), costs: report.costs };
    }),
  ];
}

/** Counting a link's clicks would cost more than the page. `list` stands in its cursors. */
function clicksJson(
  list: string,
  page: Paged<RecentClick, ClickPosition>,
): Answer<typeof contract.listClicks> {
  const { next, previous } = cursorsOf(page, ({ side, position }) =>
    writeCursor([list, side, position.atMs, position.clickId]),
  );
  return {
    data: page.items.map((click) => ({ ...click, ...shownFacts(click), id: click.clickId })),
    nextCursor: next,
    previousCursor: previous,
    count: null,
  };
}

const place = z.enum(['after', 'before']);

function clickPlace(list: string, cursor: string): PageFrom<ClickPosition> {
  const parts = z.tuple([z.literal(list), place, epochMs, id]);
  const [, side, atMs, clickId] = readCursor(parts, cursor, 'cursor');
  return { side, position: { atMs, clickId } };
}
