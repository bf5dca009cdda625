import { afterAll, beforeAll, expect, test } from 'bun:test';
import { testClickHouse, type TestClickHouse } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';
import { eventually } from '#tests/support/waiting';

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

  // OPTIMIZE leaves a part out that a merge in the background has just taken.
  const rows = await eventually(
    async () => {
      await client.command({ query: 'OPTIMIZE TABLE clicks FINAL' });
      return clicksByAge(client);
    },
    (seen) => seen.filter(({ network }) => network === '').length >= 2,
  );

  expect(rows).toEqual([
    { network: '203.0.113.0', user_agent: 'Browser 10' },
    { network: '203.0.113.0', user_agent: 'Browser 29' },
    { network: '', user_agent: '' },
    { network: '', user_agent: '' },
  ]);
});

type SeenClick = { readonly network: string; readonly user_agent: string };

/** The youngest click first. */
async function clicksByAge(client: TestClickHouse['client']): Promise<SeenClick[]> {
  const answer = await client.query({
    query: `
      SELECT ip_address AS network, user_agent FROM clicks ORDER BY dateDiff('day', clicked_at, now())`,
    format: 'JSONEachRow',
  });
  return answer.json<SeenClick>();
}
