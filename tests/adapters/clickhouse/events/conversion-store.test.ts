import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseConversionStore } from '#adapters/clickhouse/events/conversion-store';
import { eventTypes } from '#contract/conversions/event-types';
import { type Conversion } from '#core/conversions/conversion';
import { currencies } from '#contract/money';
import { enrichedVersion } from '#core/conversions/version';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { eventSchema } from '#tests/support/databases/schema';
import { aConversion } from '#tests/support/builders/conversions';

const database = await testClickHouse(eventSchema);
const clickHouse = connectClickHouse(urlOf(database), 'drain');
const conversions = clickhouseConversionStore(clickHouse);
afterAll(async () => {
  await clickHouse.close();
  await database.drop();
});

/** Rows older than 30 days lose their address. */
const nowMs = Date.now();
const newBatch = () => crypto.randomUUID();
const click = {
  clickId: crypto.randomUUID(),
  variant: 2,
  atMs: 1_763_000_000_123,
  splitVersion: 0,
};

test('every field is read back unchanged, for any text', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed());
  const key = fc
    .constantFrom('\\N', "'", '\t', '\u0000', '\r\n', ' ', '), (')
    .map((end) => `o:${end}`);
  const any: fc.Arbitrary<Conversion> = fc
    .record({
      id: fc.uuid(),
      linkId: fc.uuid(),
      eventType: fc.constantFrom(...eventTypes),
      currency: fc.constantFrom(...currencies),
      source: fc.constantFrom('manual' as const, 'pixel', 'postback', 'api'),
      trust: fc.constantFrom('unverified' as const, 'inferred', 'verified', 'confirmed'),
      device: fc.constantFrom('desktop' as const, 'tablet', 'unknown'),
      version: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      visitorId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      valueCents: fc.maxSafeInteger(),
      profitCents: fc.maxSafeInteger(),
      isRemoved: fc.boolean(),
      click: fc.constantFrom(null, click),
      key,
      orderId: text,
      city: text,
      referrer: text,
      userAgent: text,
      metadata: text,
    })
    .map((change) => aConversion({ receivedAtMs: nowMs, ...change }));
  const rows = fc.sample(any, 200);

  expect(await conversions.insert(newBatch(), rows)).toEqual({ kind: 'stored' });

  const stored = new Map((await conversions.known(rows)).map((row) => [row.id, row]));
  for (const row of rows) expect(stored.get(row.id)).toEqual(row);
});

test('a version has the time at which it was stored, and one of before the time of its report', async () => {
  const linkId = crypto.randomUUID();
  const [late, early] = ['o:late', 'o:early'].map((key) =>
    aConversion({ linkId, key, receivedAtMs: nowMs - 86_400_000 }),
  );
  const beforeMs = Date.now();
  await conversions.insert(
    newBatch(),
    [late, early].flatMap((one) => one ?? []),
  );
  // As before the column: an insert that does not name it.
  await clickHouse.command({
    query: `INSERT INTO conversions (* EXCEPT (updated_at))
      SELECT * EXCEPT (updated_at) REPLACE (version + 2 AS version) FROM conversions
      WHERE link_id = {linkId:UUID} AND conversion_key = 'o:early'`,
    query_params: { linkId },
  });

  const answer = await clickHouse.query({
    query: `SELECT conversion_key = 'o:late' AS isLate,
        toFloat64(toUnixTimestamp64Milli(updated_at)) AS atMs FROM conversions FINAL
      WHERE link_id = {linkId:UUID} ORDER BY isLate`,
    query_params: { linkId },
    format: 'JSONEachRow',
  });
  const [old, stored] = await answer.json<{ atMs: number }>();

  expect(old?.atMs).toBe(nowMs - 86_400_000);
  expect(stored?.atMs).toBeGreaterThanOrEqual(beforeMs);
});

test('the highest version counts, in any order of arrival and after repeats', async () => {
  const linkId = crypto.randomUUID();
  const versions = [3n, 7n, 5n].map((version) =>
    aConversion({ linkId, receivedAtMs: nowMs, version, valueCents: Number(version) }),
  );

  for (const version of [...versions, ...versions]) await conversions.insert(newBatch(), [version]);

  expect(await conversions.known([aConversion({ linkId })])).toEqual(versions.slice(1, 2));
});

test('[never-lost] conversions that the store lost after their insert are stored by its repetition', async () => {
  const conversion = aConversion({ linkId: crypto.randomUUID(), receivedAtMs: nowMs });
  const batch = newBatch();
  await conversions.insert(batch, [conversion]);
  await database.client.command({
    query: `ALTER TABLE conversions DELETE WHERE batch = '${batch}'`,
    clickhouse_settings: { mutations_sync: '1' },
  });
  const lost = await conversions.known([conversion]);

  await conversions.insert(batch, [conversion]);
  await conversions.insert(batch, [conversion]);

  expect(lost).toEqual([]);
  expect(await conversions.known([conversion])).toEqual([conversion]);
});

test('a rejected row and an outage are reported as different failures', async () => {
  const nowhere = connectClickHouse('http://127.0.0.1:1/waypost', 'drain');
  const away = clickhouseConversionStore(nowhere);
  const good = aConversion({ linkId: crypto.randomUUID() });

  expect(await conversions.insert(newBatch(), [good, aConversion({ key: 'z:1' })])).toEqual({
    kind: 'refused',
    reason: 'ClickHouse 469 (VIOLATED_CONSTRAINT)',
  });
  expect(await conversions.known([good])).toEqual([]);
  expect(await away.insert(newBatch(), [good])).toMatchObject({ kind: 'doubtful' });
  await nowhere.close();
});

test('conversions that wait for their click are found until they are complete, removed or too old', async () => {
  const linkId = crypto.randomUUID();
  const receivedAtMs = nowMs;
  const named = (key: string, change: Partial<Conversion> = {}) =>
    aConversion({ linkId, key, click, version: 2n, receivedAtMs, ...change });
  const waiting = named('o:waiting');
  await conversions.insert(newBatch(), [
    waiting,
    named('o:clickless', { click: null }),
    named('o:old', { receivedAtMs: receivedAtMs - 1 }),
    named('o:removed', { isRemoved: true }),
    named('o:complete'),
  ]);
  await conversions.insert(newBatch(), [named('o:complete', { version: enrichedVersion(2n) })]);

  const found = await conversions.incomplete(receivedAtMs, 1000);

  expect(found.filter((row) => row.linkId === linkId)).toEqual([waiting]);
});
