import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newestEvent } from '#adapters/clickhouse/events/newest-event';
import { testClickHouse, type TestClickHouse } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';

let store: TestClickHouse;
beforeAll(async () => {
  store = await testClickHouse(eventSchema);
});
afterAll(() => store.drop());

test('[retention] the newest of clicks and conversions is known, and that there is none', async () => {
  const { client } = store;
  expect(await newestEvent(client)()).toBeNull();

  await client.command({
    query: `INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class)
      VALUES (generateUUIDv4(), generateUUIDv4(), '2024-05-06 07:08:09.123', generateUUIDv4(), 'human')`,
  });

  expect(await newestEvent(client)()).toEqual(new Date('2024-05-06T07:08:09.123Z'));
});
