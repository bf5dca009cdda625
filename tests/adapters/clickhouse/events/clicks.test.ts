import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickColumns } from '#adapters/clickhouse/events/click-block';
import { clickHouseClicks } from '#adapters/clickhouse/events/clicks';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { honoursTokens } from '#adapters/clickhouse/events/token-probe';
import type { Click } from '#core/clicks/click';
import { channels } from '#core/clicks/read-channel';
import type { Batch } from '#core/clicks/store-batch';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';
import { aClick } from '#tests/support/builders/clicks';

const database = await testClickHouse(eventSchema);
const clickHouse = connectClickHouse(urlOf(database), 'drain');
const untrusted: string[] = [];
const clicks = clickHouseClicks(clickHouse, {
  reportUntrusted: () => untrusted.push('untrusted'),
  giveWay: async () => {},
});

beforeAll(async () => {
  await database.client.command({
    query: "ALTER TABLE clicks ADD CONSTRAINT no_poison CHECK user_agent != 'poison'",
  });
});
afterAll(async () => {
  await clickHouse.close();
  await database.drop();
});

const aBatch = (): Batch => ({ id: crypto.randomUUID(), day: '2026-11-21', mayBeStored: false });
const some = (count: number, change: Partial<Click> = {}) =>
  Array.from({ length: count }, () => aClick({ clickId: crypto.randomUUID(), ...change }));

async function ask<Row>(query: string): Promise<Row[]> {
  const answer = await database.client.query({ query, format: 'JSONEachRow' });
  return answer.json<Row>();
}

test('[counted-once] a batch that is sent several times is stored once', async () => {
  const batch = aBatch();
  const rows = some(3);

  const answers = [await clicks.insert(batch, rows), await clicks.insert(batch, rows)];

  expect(answers).toEqual([{ kind: 'stored' }, { kind: 'stored' }]);
  expect(await clicks.storedClicks(batch)).toEqual(new Set(rows.map(({ clickId }) => clickId)));
  expect(
    await ask(`SELECT toUInt32(count()) AS rows FROM clicks WHERE batch = '${batch.id}'`),
  ).toEqual([{ rows: 3 }]);
  expect(await clicks.storedClicks(aBatch())).toEqual(new Set());
});

test('[never-lost] rows that the store lost after it had taken their token are stored again, once', async () => {
  const batch = aBatch();
  const rows = some(3);
  await clicks.insert(batch, rows);
  await database.client.command({
    query: `ALTER TABLE clicks DELETE WHERE batch = '${batch.id}'`,
    clickhouse_settings: { mutations_sync: '1' },
  });
  const swallowed = await clicks.insert(batch, rows);
  const storedThen = await clicks.storedClicks(batch);

  const inDoubt = { ...batch, mayBeStored: true };
  const answers = [await clicks.insert(inDoubt, rows), await clicks.insert(inDoubt, rows)];

  expect([swallowed, storedThen.size]).toEqual([{ kind: 'stored' }, 0]);
  expect(answers).toEqual([{ kind: 'stored' }, { kind: 'stored' }]);
  expect(
    await ask(`SELECT toUInt32(count()) AS rows FROM clicks WHERE batch = '${batch.id}'`),
  ).toEqual([{ rows: 3 }]);
});

test('every column of a click is read back unchanged, for any text and for the largest values', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed()),
    fc.constantFrom('', '\\N', '\\', "'", '"', '\\t', '\u0000', '\r\n\n', ' lead and trail '),
    fc.constantFrom(
      'ü',
      '東京',
      '\u{1f600}',
      '\u{1f600}'.repeat(128),
      'é'.repeat(63),
      'z'.repeat(512),
    ),
  );
  const small = fc.constantFrom(0, 1, 255);
  const large = fc.oneof(fc.nat(), fc.constant(2 ** 32 - 1));
  const any: fc.Arbitrary<Click> = fc
    .record({
      class: fc.constantFrom('human' as const, 'bot' as const, 'prefetch' as const),
      device: fc.constantFrom(...(['desktop', 'mobile', 'tablet', 'other', 'unknown'] as const)),
      userId: fc.uuid(),
      linkId: fc.uuid(),
      splitVersion: large,
      variant: small,
      position: large,
      rule: large,
      visitorId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      atMs: fc.integer({ min: 0, max: 86_399_999 }).map((ms) => Date.UTC(2026, 10, 21) + ms),
      country: text,
      city: text,
      browser: text,
      os: text,
      referrer: text,
      referrerUrl: text,
      utmSource: text,
      utmMedium: text,
      utmCampaign: text,
      utmTerm: text,
      utmContent: text,
      entry: fc.constantFrom('link' as const, 'qr' as const),
      channel: fc.constantFrom(...channels),
      ipAddress: text,
      userAgent: text,
    })
    .map((change) => aClick({ clickId: crypto.randomUUID(), ...change }));
  const rows = fc.sample(any, 700);
  const batch = aBatch();

  expect(await clicks.insert(batch, rows)).toEqual({ kind: 'stored' });

  const stored = await ask<Record<string, string | number>>(
    `SELECT toString(click_id) AS clickId, toUnixTimestamp64Milli(clicked_at) AS atMs,
       toString(link_id) AS linkId, toString(user_id) AS userId, class, split_version AS splitVersion,
       variant, position, toString(visitor_id) AS visitorId, country, city, device, browser, os,
       referrer, referrer_url AS referrerUrl, utm_source AS utmSource, utm_medium AS utmMedium,
       utm_campaign AS utmCampaign, utm_term AS utmTerm, utm_content AS utmContent,
       entry, channel, rule,
       ip_address AS ipAddress, user_agent AS userAgent
     FROM clicks WHERE batch = '${batch.id}'`,
  );
  const byId = new Map(
    stored.map((row) => [row['clickId'], { ...row, atMs: Number(row['atMs']) }]),
  );
  expect(byId.size).toBe(rows.length);
  for (const row of rows) {
    expect<object | undefined>(byId.get(row.clickId)).toEqual({
      ...row,
      visitorId: String(row.visitorId),
    });
  }
});

test('the insert names every column of the table, also the channel, which has a default', async () => {
  const columns = await ask<{ name: string }>(
    `SELECT name FROM system.columns
     WHERE database = currentDatabase() AND table = 'clicks' AND (default_kind = '' OR name = 'channel')`,
  );

  expect(columns.map(({ name }) => name).toSorted()).toEqual([...clickColumns].toSorted());
});

test('one invalid row rejects the whole batch, and the reason names the error but not the row', async () => {
  const batch = aBatch();

  const answer = await clicks.insert(batch, [...some(2), ...some(1, { userAgent: 'poison' })]);

  expect(answer).toEqual({ kind: 'refused', reason: 'ClickHouse 469 (VIOLATED_CONSTRAINT)' });
  expect((await clicks.storedClicks(batch)).size).toBe(0);
});

test.each([
  ['linkId', 'no uuid', 'UUID'],
  ['clickId', '01930000-0000-7000-8000-00000000000g', 'UUID'],
  ['userId', '01930000-0000-7000-8000-0000000000é0', 'UUID'],
  ['variant', 256, 'UInt8'],
  ['position', -1, 'UInt32'],
  ['splitVersion', 2 ** 32, 'UInt32'],
  ['atMs', -1, "DateTime64(3, 'UTC')"],
  ['atMs', Number.MAX_SAFE_INTEGER, "DateTime64(3, 'UTC')"],
])('a click whose %s is %p rejects the whole batch', async (field, value, type) => {
  const batch = aBatch();

  const answer = await clicks.insert(batch, [...some(2), ...some(1, { [field]: value })]);

  expect(answer).toEqual({ kind: 'refused', reason: `A value is no ${type}` });
  expect((await clicks.storedClicks(batch)).size).toBe(0);
});

test('the largest batch is one part, so that it is stored completely or not at all', async () => {
  const batch = aBatch();

  await clicks.insert(batch, some(10_000));

  const parts = await ask<{ parts: number }>(
    `SELECT toUInt32(uniqExact(_part)) AS parts FROM clicks WHERE batch = '${batch.id}'`,
  );
  expect(parts).toEqual([{ parts: 1 }]);
});

test('an outage during an insert leaves the outcome unknown, and the check for it fails too', async () => {
  const nowhere = connectClickHouse('http://127.0.0.1:1/waypost', 'drain');
  const away = clickHouseClicks(nowhere, { reportUntrusted: () => {}, giveWay: async () => {} });

  expect(await away.insert(aBatch(), some(1))).toMatchObject({ kind: 'doubtful' });
  expect(await away.storedClicks(aBatch()).catch(() => 'rejected')).toBe('rejected');
  await nowhere.close();
});

test('the probe detects that this server deduplicates by token, and removes its test rows', async () => {
  expect(await honoursTokens(clickHouse)).toBe(true);
  expect(untrusted).toEqual([]);
  expect(await ask("SELECT name FROM system.tables WHERE name LIKE 'token_probe%'")).toEqual([]);
});

test('each projection returns correct results from inserted rows', async () => {
  const [row] = await ask<{ total: string }>(
    `SELECT sum(clicks) AS total FROM (
       SELECT user_id, toDate(clicked_at), link_id, split_version, variant, class, count() AS clicks
       FROM clicks GROUP BY user_id, toDate(clicked_at), link_id, split_version, variant, class
       SETTINGS force_optimize_projection_name = 'link_day')`,
  );
  const [plain] = await ask<{ total: string }>(
    'SELECT count() AS total FROM clicks SETTINGS optimize_use_projections = 0',
  );

  expect(row).toEqual(plain);
});
