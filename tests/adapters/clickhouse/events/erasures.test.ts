import { afterAll, expect, test } from 'bun:test';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresSentVisits } from '#adapters/postgres/clicks/sent-visits';
import { eraseLinks, sweepErasedLinks } from '#core/links/erase-links';
import { isClustered } from '#tests/support/databases/clickhouse-cluster';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { until } from '#tests/support/until';

const { store, sql, drop } = await testStores();
afterAll(drop);

const erasures = postgresErasures(sql);
const instances = postgresSentVisits(sql);
const events = clickhouseEvents(store.client);
const clock = { now: () => Date.now() };
const erase = () => eraseLinks({ erasures, instances, events });

const newId = () => Bun.randomUUIDv7();

/** A person with links that have clicks and one conversion each. */
async function personWithLinks(count: number) {
  const userId = newId();
  const linkIds = Array.from({ length: count }, newId);
  await store.store({
    clicks: linkIds.flatMap((linkId) => [clickOn(userId, linkId), clickOn(userId, linkId)]),
    conversions: linkIds.map((linkId) => aStoredConversion({ userId, linkId, atMs: Date.now() })),
  });
  await store.client.command({
    query: `INSERT INTO clicks_archive (user_id, link_id, day, class, count)
      SELECT {userId:UUID}, arrayJoin({linkIds:Array(UUID)}), '2024-01-01', 'human', 9`,
    query_params: { userId, linkIds },
  });
  return { userId, linkIds };
}

const clickOn = (userId: string, linkId: string) =>
  aStoredClick({ userId, linkId, atMs: Date.now() });

async function request(userId: string, linkIds: readonly string[], ago = '1 hour') {
  for (const linkId of linkIds) {
    await sql`INSERT INTO erasures (link_id, user_id, requested_at)
      VALUES (${linkId}, ${userId}, now() - ${ago}::interval)`;
  }
}

const recorded = ['clicks', 'conversions', 'clicks_archive'] as const;

/** The account's remaining rows in these tables. */
async function left(userId: string, tables: readonly string[] = recorded) {
  const answer = await store.client.query({
    query: tables
      .map((table) => `SELECT toUInt32(count()) FROM ${table} WHERE user_id = {userId:UUID}`)
      .join(' UNION ALL '),
    query_params: { userId },
    format: 'JSONCompactEachRow',
  });
  return (await answer.json<[number]>()).map(([count]) => count).toSorted((a, b) => a - b);
}

async function mutations(): Promise<number> {
  const answer = await store.client.query({
    query: 'SELECT toUInt32(count()) FROM system.mutations WHERE database = currentDatabase()',
    format: 'JSONCompactEachRow',
  });
  return (await answer.json<[number]>())[0]?.[0] ?? 0;
}

test('[complete-erasure] the events of deleted links are removed from every table, and other events stay', async () => {
  const { userId, linkIds } = await personWithLinks(3);
  const other = await personWithLinks(1);
  const copies = ['analyst_links', 'analyst_split_tests'] as const;
  const values = linkIds.map((linkId) => ({ user_id: userId, link_id: linkId, test_id: linkId }));
  for (const table of copies) {
    await store.client.insert({
      table,
      format: 'JSONEachRow',
      values: values.map(({ test_id, ...own }) =>
        table === 'analyst_links' ? own : { ...own, test_id },
      ),
    });
  }
  await request(userId, linkIds.slice(0, 2));

  await erase();

  expect(await left(userId)).toEqual([1, 1, 2]);
  expect(await left(userId, copies)).toEqual([1, 1]);
  expect(await left(other.userId)).toEqual([1, 1, 2]);
  expect(await erasures.pendingLinkIds(userId)).toEqual([]);
});

test('many links are erased with one statement per table', async () => {
  const { userId, linkIds } = await personWithLinks(40);
  await request(userId, linkIds);
  const before = await mutations();

  await erase();

  expect(await left(userId)).toEqual([0, 0, 0]);
  expect((await mutations()) - before).toBe(3);
});

test('an erasure stays pending while an instance may still send older visits', async () => {
  const { userId, linkIds } = await personWithLinks(1);
  await request(userId, linkIds, '10 minutes');
  const instance = newId();
  await sql`INSERT INTO instances (id, seen_at, oldest_unsent_at)
    VALUES (${instance}, now(), now() - interval '20 minutes')`;

  await erase();
  expect(await left(userId)).toEqual([0, 0, 0]);
  expect(await erasures.pendingLinkIds(userId)).toEqual(linkIds);

  await store.store({ clicks: [clickOn(userId, linkIds[0] ?? '')] });
  await sql`UPDATE instances SET seen_at = now() - interval '15 minutes', oldest_unsent_at = NULL`;
  await erase();
  expect(await left(userId)).toEqual([0, 0, 0]);
  expect(await erasures.pendingLinkIds(userId)).toEqual(linkIds);

  await sql`UPDATE instances SET seen_at = now()`;
  await erase();
  expect(await erasures.pendingLinkIds(userId)).toEqual([]);
  await sql`DELETE FROM instances`;
});

test('an instance that was not seen for a day delays no erasure', async () => {
  const { userId, linkIds } = await personWithLinks(1);
  await request(userId, linkIds);
  await sql`INSERT INTO instances (id, seen_at, oldest_unsent_at)
    VALUES (${newId()}, now() - interval '25 hours', now() - interval '26 hours')`;

  await erase();

  expect(await erasures.pendingLinkIds(userId)).toEqual([]);
  await sql`DELETE FROM instances`;
});

test('an erasure is executed immediately, and finishes when no instance can be behind', async () => {
  const { userId, linkIds } = await personWithLinks(1);
  await request(userId, linkIds, '0 seconds');

  await erase();

  expect(await left(userId)).toEqual([0, 0, 0]);
  expect(await erasures.pendingLinkIds(userId)).toEqual(linkIds);
  await sql`UPDATE erasures SET finished_at = now() WHERE user_id = ${userId}`;
});

test('an erasure that was interrupted is finished by the next run', async () => {
  const { userId, linkIds } = await personWithLinks(1);
  await request(userId, linkIds);
  const finish = () => Promise.reject(new Error('killed'));

  await expect(
    eraseLinks({ erasures: { ...erasures, finish }, instances, events }),
  ).rejects.toThrow('killed');
  expect(await erasures.pendingLinkIds(userId)).toEqual(linkIds);

  const before = await mutations();
  await erase();
  expect(await erasures.pendingLinkIds(userId)).toEqual([]);
  expect(await mutations()).toBe(before);
});

const withRows = isClustered ? 'clicks_local' : 'clicks';

test('while a delete is running, no other delete is queued', async () => {
  const { userId, linkIds } = await personWithLinks(1);
  await request(userId, linkIds);
  const statement = (query: string) => store.client.command({ query });
  await statement(`SYSTEM STOP MERGES ${withRows}`);
  await store.client.command({
    query: 'ALTER TABLE clicks DELETE WHERE user_id = {userId:UUID}',
    query_params: { userId },
    clickhouse_settings: { mutations_sync: '0' },
  });
  const before = await mutations();

  await expect(erase()).rejects.toThrow('clicks: an earlier erasure is still running');
  expect((await mutations()) - before).toBe(2);
  expect(await erasures.pendingLinkIds(userId)).toEqual(linkIds);

  await statement(`SYSTEM START MERGES ${withRows}`);
  await until('the delete is done', async () => (await left(userId)).every((rows) => rows === 0));
  await erase();
  expect(await erasures.pendingLinkIds(userId)).toEqual([]);
});

test('the sweep erases late events of links that were deleted in the last 40 days', async () => {
  const recent = await personWithLinks(1);
  const old = await personWithLinks(1);
  await request(recent.userId, recent.linkIds, '39 days');
  await request(old.userId, old.linkIds, '41 days');
  await sql`UPDATE erasures SET finished_at = now()`;

  await sweepErasedLinks({ clock, erasures, events });

  expect(await left(recent.userId)).toEqual([0, 0, 0]);
  expect(await left(old.userId)).toEqual([1, 1, 2]);
});
