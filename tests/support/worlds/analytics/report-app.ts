import { clickhouseParquet } from '#adapters/clickhouse/analytics/report/parquet';
import { clickhouseReport } from '#adapters/clickhouse/analytics/report/report';
import { clickhouseValues } from '#adapters/clickhouse/analytics/report/value-page';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { reportRoutes } from '#adapters/http/analytics/report';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLabelledLinks } from '#adapters/postgres/links/labels/labelled-links';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import { postgresLinkSearch } from '#adapters/postgres/links/link-search';
import { answerReport } from '#core/analytics/report/answer-report';
import { listValues } from '#core/analytics/report/list-values';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

type Stores = {
  readonly sql: Parameters<typeof postgresLinkCounts>[0];
  readonly client: Parameters<typeof clickhouseReport>[0];
};

/** The report in its frame, over real stores; a person's id is its cookie. */
export function reportApp({ sql, client }: Stores, nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const clock = { now: () => nowMs };
  const ports = {
    clock,
    links: {
      ...postgresLinkCounts(sql),
      ...postgresLinkSearch(sql),
      ...postgresLabelledLinks(sql),
    },
    erasures: postgresErasures(sql),
    numbers: clickhouseReport(client),
    values: clickhouseValues(client),
  };
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    reportRoutes({
      session,
      clock,
      heavy: heavyAnswers(),
      shortOrigin: 'https://go.example',
      visitorsAre: 'cookieless',
      answerReport: answerReport(ports),
      listValues: listValues(ports),
      writeParquet: clickhouseParquet(client),
    }),
  );
  return { app, log, people };
}
