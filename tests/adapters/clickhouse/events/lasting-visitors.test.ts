import { afterAll, expect, test } from 'bun:test';
import { recordLastingVisitors } from '#adapters/clickhouse/events/lasting-visitors';
import { dayMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';

const store = await testEventStore();
afterAll(() => store.drop());

test('an instance that recognises visitors by a cookie notes it for today and tomorrow, once', async () => {
  await store.client.command({ query: 'TRUNCATE TABLE lasting_visitors' });

  await recordLastingVisitors(store.client);
  await recordLastingVisitors(store.client);

  const answer = await store.client.query({
    query: 'SELECT day FROM lasting_visitors',
    format: 'JSONEachRow',
  });
  const days = await answer.json<{ day: string }>();
  expect(days).toHaveLength(1);
  const nextDays = [0, 1].map((n) => new Date(Date.now() + n * dayMs).toISOString().slice(0, 10));
  expect(nextDays).toContain(days[0]?.day ?? '');
});
