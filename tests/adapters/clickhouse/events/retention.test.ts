import { afterAll, beforeAll, expect, test } from 'bun:test';
import { testClickHouse, type TestClickHouse } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';

let store: TestClickHouse;
beforeAll(async () => {
  store = await testClickHouse(eventSchema);
});
afterAll(() => store.drop());

test('[retention] after 30 days a click loses its network and user agent, and still counts', async () => {
  const { client } = store;
  for (const days of [10, 29, 31, 400]) {
    await client.command({
      query: `INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, ip_address, user_agent)
        SELECT generateUUIDv4(), generateUUIDv4(), now() - toIntervalDay(${days}), generateUUIDv4(),
          'human', '203.0.113.0', 'Browser ${days}'`,
    });
  }

  await client.command({ query: 'OPTIMIZE TABLE clicks FINAL' });

  const answer = await client.query({
    query: `SELECT dateDiff('day', clicked_at, now()) AS days, ip_address AS network, user_agent
      FROM clicks ORDER BY days`,
    format: 'JSONEachRow',
  });
  expect(await answer.json<{ days: number }>()).toMatchObject([
    { network: '203.0.113.0', user_agent: 'Browser 10' },
    { network: '203.0.113.0', user_agent: 'Browser 29' },
    { network: '', user_agent: '' },
    { network: '', user_agent: '' },
  ]);
});
