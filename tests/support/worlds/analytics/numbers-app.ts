import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { numberRoutes } from '#adapters/http/analytics/numbers';
import { queryRoutes } from '#adapters/http/analytics/query';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { storedNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

/** The numbers in their frame, over real stores; a person's id is its cookie. */
export function numbersApp(stores: Parameters<typeof storedNumbers>[0], nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const ports = {
    heavy: heavyAnswers(),
    shortOrigin: 'https://go.example',
    visitorsAre: 'cookieless' as const,
    analytics: storedNumbers(stores, () => nowMs),
  };
  const routes = [...numberRoutes(ports), ...queryRoutes(ports)];
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    mounted({ session }, routes),
  );
  return { app, log, people };
}
