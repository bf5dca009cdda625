import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { analyticsRoutes } from '#adapters/http/analytics/analytics';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { storedNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

/** Analytics in their frame, over real stores; a person's id is its cookie. */
export function analyticsApp(stores: Parameters<typeof storedNumbers>[0], nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const analytics = storedNumbers(stores, () => nowMs);
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    analyticsRoutes({ session, heavy: heavyAnswers(), analytics }),
  );
  return { app, log, people };
}
