import { Elysia } from 'elysia';
import { answerReport } from '#core/analytics/report/answer-report';
import type { Dimension } from '#core/analytics/report/dimensions';
import type { Table } from '#core/analytics/report/export-table';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { listValues, type ListQuestion } from '#core/analytics/report/lists';
import { readReportQuestion, type ReportQuestion } from '#core/analytics/report/report-question';
import type { VisitorsAre } from '#adapters/http/csv/unique-title';
import { exportAnswer } from './export/export-answer.ts';
import { exportAsked } from './export/export-query.ts';
import { listTable } from './export/list-table.ts';
import { seriesTable } from './export/series-table.ts';
import { askedValues } from '#adapters/http/paging/asked-values';
import { reportJson } from './report-json.ts';
import { listAsked, listQuestion, reportListJson } from './report-list.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ReportRoutesPorts = {
  readonly session: SignedInPorts;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

/** What is shown, as a table: the chart's series or one of the lists. */
async function exportTable(
  { analytics, visitorsAre, shortOrigin }: ReportRoutesPorts,
  userId: string,
  { what, ...question }: ReportQuestion & { readonly what: 'series' | Dimension },
): Promise<Table> {
  if (what === 'series') {
    const report = await answerReport(analytics, userId, { ...question, lists: [] });
    return seriesTable(report, visitorsAre);
  }
  const find = (page: ListQuestion) => listValues(analytics, userId, page);
  return listTable({ ...question, dimension: what }, find, shortOrigin);
}

/** An owner's numbers for any range, comparison and filters. */
export function reportRoutes(ports: ReportRoutesPorts) {
  const { analytics } = ports;
  return new Elysia({ name: 'report' })
    .use(signedIn(ports.session))
    .get('/api/analytics/report', async ({ user, request }) => {
      const question = readReportQuestion(askedValues(request), analytics.clock.now());
      const answer = () => answerReport(analytics, user.id, question);
      const report = await ports.heavy.run({ userId: user.id, request }, answer);
      return reportJson(report, ports.shortOrigin);
    })
    .get(
      '/api/analytics/list',
      async ({ user, request, query }) => {
        const question = listQuestion(request, query, analytics.clock.now());
        const answer = () => listValues(analytics, user.id, question);
        const page = await ports.heavy.run({ userId: user.id, request }, answer);
        return reportListJson(page, question.dimension, ports.shortOrigin);
      },
      { query: listAsked },
    )
    .get(
      '/api/analytics/export',
      ({ user, request, query }) => {
        const question = readReportQuestion(askedValues(request), analytics.clock.now());
        return ports.heavy.stream({ userId: user.id, request }, async () => {
          const table = await exportTable(ports, user.id, { ...question, what: query.what });
          const { from, to } = question.period;
          const file = { format: query.format, name: `analytics-${query.what}-${from}-${to}` };
          return exportAnswer(table, file, analytics.reports.writeParquet);
        });
      },
      { query: exportAsked },
    );
}
