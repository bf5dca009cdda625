import { clickhouseNumbers } from '#adapters/clickhouse/analytics/analytics';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { clickhouseVariants } from '#adapters/clickhouse/analytics/variants';
import { analyticsRoutes } from '#adapters/http/analytics/analytics';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import { postgresSplitTests } from '#adapters/postgres/links/split-tests';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

type Stores = {
  readonly sql: Parameters<typeof postgresLinkCounts>[0];
  readonly client: Parameters<typeof clickhouseNumbers>[0];
};

/** Analytics in their frame, over real stores; a person's id is its cookie. */
export function analyticsApp({ sql, client }: Stores, nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    analyticsRoutes({
      session,
      heavy: heavyAnswers(),
      answerAnalytics: answerAnalytics({
        clock: { now: () => nowMs },
        links: postgresLinkCounts(sql),
        erasures: postgresErasures(sql),
        numbers: clickhouseNumbers(client),
        splitTests: postgresSplitTests(sql),
        variants: clickhouseVariants(client),
      }),
    }),
  );
  return { app, log, people };
}
