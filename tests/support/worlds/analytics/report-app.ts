import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { reportRoutes } from '#adapters/http/analytics/report';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { storedNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

/** The report in its frame, over real stores; a person's id is its cookie. */
export function reportApp(stores: Parameters<typeof storedNumbers>[0], nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    reportRoutes({
      session,
      heavy: heavyAnswers(),
      shortOrigin: 'https://go.example',
      visitorsAre: 'cookieless',
      analytics: storedNumbers(stores, () => nowMs),
    }),
  );
  return { app, log, people };
}
