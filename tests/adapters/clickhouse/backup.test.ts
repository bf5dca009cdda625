import { expect, test } from 'bun:test';
import { dumpEvents } from '#adapters/clickhouse/backup/dump';
import { compareEvents, holdsNoEvents, loadEvents } from '#adapters/clickhouse/backup/load';
import type { EventTable, Manifest } from '#core/backup/manifest';
import { dayMs, utcDay } from '#core/shared/time';
import { cleanUps } from '#tests/support/clean-ups';
import { testEventStore } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { backupFiles } from '#tests/support/memory/backup-files';

const cleanUp = cleanUps();
const [source, target] = [await testEventStore(), await testEventStore()];
cleanUp.add(source.drop);
cleanUp.add(target.drop);

const nowMs = Date.now();
const [userId, linkId] = [crypto.randomUUID(), crypto.randomUUID()];
const at = (daysAgo: number) => ({ userId, linkId, atMs: nowMs - daysAgo * dayMs });
const files = backupFiles();
const dump = (earlier: readonly EventTable[] = []) =>
  dumpEvents({ client: source.client, put: files.put, nowMs }, earlier);
const clicksIn = (tables: readonly EventTable[]) =>
  tables.find(({ table }) => table === 'clicks') ?? { pieces: [] };

const manifestOf = (events: readonly EventTable[]): Manifest => ({
  format: 1,
  id: 'x',
  version: '1.0.0',
  notes: [],
  files: [],
  events,
  startedAt: '2026-11-01T00:00:00.000Z',
  finishedAt: '2026-11-01T00:00:01.000Z',
  migrations: { postgres: [], clickhouse: [] },
  accounts: { tables: [], sequences: [] },
});

/** The number of a table's rows, and a sum of their hashes that does not depend on their order. */
async function rowsOf(store: typeof source, from: string): Promise<string> {
  const answer = await store.client.query({
    query: `SELECT toString(groupBitXor(cityHash64(*))) || ' ' || toString(count()) AS sum FROM ${from}`,
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ sum: string }>();
  return row?.sum ?? '';
}

await source.store({
  clicks: [0, 0, 1, 1, 1, 3].map((daysAgo, order) =>
    aStoredClick({ ...at(daysAgo), variant: order, referrer: `${order}.exämple` }),
  ),
  conversions: [
    aStoredConversion({ ...at(0), key: 'o:1', version: 1 }),
    aStoredConversion({ ...at(0), key: 'o:1', version: 2, valueCents: 7 }),
    aStoredConversion({ ...at(0), key: 'o:2', metadata: '{"a":"\\t\\n"}' }),
  ],
});

test('[backup-whole] events are restored as they were, of each conversion the last version', async () => {
  expect(await holdsNoEvents(target.client)).toBe(true);

  const events = await dump();
  await loadEvents(target.client, { events, get: files.get });

  expect(await holdsNoEvents(target.client)).toBe(false);
  for (const from of ['clicks', 'conversions FINAL', 'lasting_visitors FINAL']) {
    expect([from, await rowsOf(target, from)]).toEqual([from, await rowsOf(source, from)]);
  }
  expect(await compareEvents(target.client, manifestOf(events))).toEqual({
    counts: {
      'clickhouse clicks': 6,
      'clickhouse conversions': 2,
      'clickhouse clicks_archive': 0,
      'clickhouse archive_folds': 0,
      'clickhouse lasting_visitors': 1,
    },
    differences: [],
  });
});

test('[backup-whole] a comparison notices clicks that are other ones, also when their number is right', async () => {
  const events = await dump();
  await loadEvents(target.client, { events, get: files.get });
  const day = utcDay(nowMs - 3 * dayMs);
  await target.client.command({
    query: `DELETE FROM clicks WHERE toDate(clicked_at) = '${day}'`,
    clickhouse_settings: { lightweight_deletes_sync: '2' },
  });
  await target.store({ clicks: [aStoredClick(at(3))] });

  const { differences } = await compareEvents(target.client, manifestOf(events));

  expect(differences).toEqual([`the clicks of ${day} are not those of the backup`]);
});

test('[backup-whole] the next backup copies only the days with changes, and erased clicks are in it no more', async () => {
  const first = await dump();
  const count = files.files.size;
  expect(clicksIn(await dump(first)).pieces).toEqual([...clicksIn(first).pieces]);
  expect(files.files.size).toBe(count);

  const erased = crypto.randomUUID();
  await source.store({ clicks: [aStoredClick({ ...at(1), linkId: erased })] });
  const second = await dump(first);
  const added = clicksIn(second).pieces.filter(
    ({ key, fingerprint }) =>
      clicksIn(first).pieces.find((piece) => piece.key === key)?.fingerprint !== fingerprint,
  );
  expect(added.map(({ key, rows }) => [key, rows])).toEqual([[utcDay(nowMs - dayMs), 4]]);

  await source.client.command({
    query: `ALTER TABLE clicks DELETE WHERE link_id = '${erased}'`,
    clickhouse_settings: { mutations_sync: '2' },
  });
  const third = await dump(second);
  expect(clicksIn(third).pieces.map(({ rows }) => rows)).toEqual(
    clicksIn(first).pieces.map(({ rows }) => rows),
  );
});

test('[backup-whole] addresses are left out of the backup once their 30 days are over', async () => {
  await source.client.command({ query: 'SYSTEM STOP MERGES clicks' });
  await source.client.insert({
    table: 'clicks',
    format: 'JSONEachRow',
    values: [at(31), at(0)].map((each, order) => ({
      user_id: userId,
      link_id: linkId,
      click_id: Bun.randomUUIDv7('hex', each.atMs),
      clicked_at: new Date(each.atMs).toISOString().slice(0, -1),
      class: 'human',
      device: 'other',
      ip_address: `198.51.100.${order}`,
      user_agent: 'a browser',
    })),
  });
  const stored = await rowsOf(source, "clicks WHERE ip_address = '198.51.100.0'");

  files.files.clear();
  await dump();

  const dumped = Buffer.concat([...files.files.values()]);
  expect(stored).toEndWith(' 1');
  expect(dumped.includes('198.51.100.1')).toBe(true);
  expect(dumped.includes('198.51.100.0')).toBe(false);
});
