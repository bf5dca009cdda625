import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickHouseClicks } from '#adapters/clickhouse/events/clicks';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { honoursTokens } from '#adapters/clickhouse/events/token-probe';
import type { Click } from '#core/clicks/click';
import type { Batch } from '#core/clicks/store-batch';
import { migratedClickHouse, urlOf } from '#tests/support/worlds/click-world';
import { aClick } from '#tests/support/builders/clicks';

const database = await migratedClickHouse();
const clickHouse = connectClickHouse(urlOf(database), 'drain');
const untrusted: string[] = [];
const clicks = clickHouseClicks(clickHouse, () => untrusted.push('untrusted'));

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

test('[counted-once] a batch is stored once, however often it is sent', async () => {
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

test('every field comes back as it was, whatever the text', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed());
  const any: fc.Arbitrary<Click> = fc
    .record({
      class: fc.constantFrom('human' as const, 'bot' as const, 'prefetch' as const),
      device: fc.constantFrom('desktop' as const, 'tablet' as const, 'other' as const),
      splitVersion: fc.nat(),
      variant: fc.nat(4),
      position: fc.nat(),
      visitorId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      atMs: fc.integer({ min: 0, max: 86_399_999 }).map((ms) => Date.UTC(2026, 10, 21) + ms),
      ...{ city: text, browser: text, referrerUrl: text, utmTerm: text, userAgent: text },
      utmSource: fc.constantFrom('\\N', '\\', "'", '\\t', '\u0000', '\r\n', ' lead and trail '),
    })
    .map((change) => aClick({ clickId: crypto.randomUUID(), ...change }));
  const rows = fc.sample(any, 500);
  const batch = aBatch();

  await clicks.insert(batch, rows);

  const stored = await ask<Record<string, string | number>>(
    `SELECT toString(click_id) AS clickId, toUnixTimestamp64Milli(clicked_at) AS atMs,
       toString(link_id) AS linkId, toString(user_id) AS userId, class, split_version AS splitVersion,
       variant, position, toString(visitor_id) AS visitorId, country, city, device, browser, os,
       referrer, referrer_url AS referrerUrl, utm_source AS utmSource, utm_medium AS utmMedium,
       utm_campaign AS utmCampaign, utm_term AS utmTerm, utm_content AS utmContent,
       ip_address AS ipAddress, user_agent AS userAgent
     FROM clicks WHERE batch = '${batch.id}'`,
  );
  const byId = new Map(
    stored.map((row) => [row['clickId'], { ...row, atMs: Number(row['atMs']) }]),
  );
  for (const row of rows) {
    expect<object | undefined>(byId.get(row.clickId)).toEqual({
      ...row,
      visitorId: String(row.visitorId),
    });
  }
});

test('one bad row refuses all, and the reason names the error without the row', async () => {
  const batch = aBatch();

  const answer = await clicks.insert(batch, [...some(2), ...some(1, { userAgent: 'poison' })]);

  expect(answer).toEqual({ kind: 'refused', reason: 'ClickHouse 469 (VIOLATED_CONSTRAINT)' });
  expect((await clicks.storedClicks(batch)).size).toBe(0);
});

test('a row that cannot be parsed is refused as well', async () => {
  const answer = await clicks.insert(aBatch(), some(1, { linkId: 'no uuid' }));

  expect(answer.kind).toBe('refused');
});

test('the largest batch is one part, so that it is stored whole or not at all', async () => {
  const batch = aBatch();

  await clicks.insert(batch, some(10_000));

  const parts = await ask<{ parts: number }>(
    `SELECT toUInt32(uniqExact(_part)) AS parts FROM clicks WHERE batch = '${batch.id}'`,
  );
  expect(parts).toEqual([{ parts: 1 }]);
});

test('a store that is away leaves doubt, and cannot be asked', async () => {
  const nowhere = connectClickHouse('http://127.0.0.1:1/waypost', 'drain');
  const away = clickHouseClicks(nowhere, () => {});

  expect(await away.insert(aBatch(), some(1))).toMatchObject({ kind: 'doubtful' });
  expect(await away.storedClicks(aBatch()).catch(() => 'rejected')).toBe('rejected');
  await nowhere.close();
});

test('the probe sees that this server honours tokens, and leaves nothing behind', async () => {
  expect(await honoursTokens(clickHouse)).toBe(true);
  expect(untrusted).toEqual([]);
  expect(await ask("SELECT name FROM system.tables WHERE name LIKE 'token_probe%'")).toEqual([]);
});

test('each projection answers its question from what was inserted', async () => {
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
