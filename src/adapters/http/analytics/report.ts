import { Elysia } from 'elysia';
import type { answerReport } from '#core/analytics/report/answer-report';
import type { Dimension } from '#core/analytics/report/dimensions';
import type { Table, WriteParquet } from '#core/analytics/report/export-table';
import type { ListQuestion, listValues } from '#core/analytics/report/list-values';
import { readReportQuestion, type ReportQuestion } from '#core/analytics/report/report-question';
import type { Clock } from '#core/shared/time';
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
  readonly clock: Clock;
  readonly answerReport: ReturnType<typeof answerReport>;
  readonly listValues: ReturnType<typeof listValues>;
  readonly writeParquet: WriteParquet;
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

/** What is shown, as a table: the chart's series or one of the lists. */
async function exportTable(
  ports: ReportRoutesPorts,
  userId: string,
  { what, ...question }: ReportQuestion & { readonly what: 'series' | Dimension },
): Promise<Table> {
  if (what === 'series') {
    const report = await ports.answerReport(userId, { ...question, lists: [] });
    return seriesTable(report, ports.visitorsAre);
  }
  const find = (page: ListQuestion) => ports.listValues(userId, page);
  return listTable({ ...question, dimension: what }, find, ports.shortOrigin);
}

/** An owner's numbers for any range, comparison and filters. */
export function reportRoutes(ports: ReportRoutesPorts) {
  return new Elysia({ name: 'report' })
    .use(signedIn(ports.session))
    .get('/api/analytics/report', async ({ user, request }) => {
      const question = readReportQuestion(askedValues(request), ports.clock.now());
      const answer = () => ports.answerReport(user.id, question);
      const report = await ports.heavy.run({ userId: user.id, request }, answer);
      return reportJson(report, ports.shortOrigin);
    })
    .get(
      '/api/analytics/list',
      async ({ user, request, query }) => {
        const question = listQuestion(request, query, ports.clock.now());
        const answer = () => ports.listValues(user.id, question);
        const page = await ports.heavy.run({ userId: user.id, request }, answer);
        return reportListJson(page, question.dimension, ports.shortOrigin);
      },
      { query: listAsked },
    )
    .get(
      '/api/analytics/export',
      ({ user, request, query }) => {
        const question = readReportQuestion(askedValues(request), ports.clock.now());
        return ports.heavy.stream({ userId: user.id, request }, async () => {
          const table = await exportTable(ports, user.id, { ...question, what: query.what });
          const { from, to } = question.period;
          const file = { format: query.format, name: `analytics-${query.what}-${from}-${to}` };
          return exportAnswer(table, file, ports.writeParquet);
        });
      },
      { query: exportAsked },
    );
}
