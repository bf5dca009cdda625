import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles } from '#adapters/clickhouse/migrate';
import { splitStatements } from '#adapters/clickhouse/statements';
import { isPublicSuffix } from '#adapters/public-suffixes/public-suffixes';
import { readChannels } from '#core/clicks/read-channel';
import { arrivals } from '#tests/support/builders/arrivals';
import { caseCount } from '#tests/support/extent';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const folder = join(import.meta.dir, '../../../../clickhouse');
const store = await testClickHouse();
afterAll(() => store.drop());

test('a click is in the channel that its campaign and its referrer name, also one stored earlier', async () => {
  await migrate((file) => file < '0006');
  await storeArrivals();
  await migrate((file) => file >= '0006');
  const older = await channels();
  await storeArrivals();

  const expected = arrivals.map(([channel], position) => ({ position, channel }));
  expect(older).toEqual(expected);
  expect(await channels()).toEqual(expected.flatMap((row) => [row, row]));
}, 60_000);

test('a click gets the channel that the default of its column gives to earlier clicks', async () => {
  const names = ['google', 'facebook', 'x', 't', 'bing', 'so', 'mail', 'outlook', 'docs', 'blog'];
  const suffixes = ['com', 'co', 'me', 'co.uk', 'com.au', 'de', 'github.io', 'blogspot.com'];
  const host = fc
    .tuple(fc.subarray(names, { minLength: 1, maxLength: 3 }), fc.constantFrom(...suffixes))
    .map(([labels, suffix]) => [...labels, suffix].join('.'));
  const address = fc
    .tuple(fc.constantFrom('https://', 'HTTP://www.', ''), host, fc.constantFrom('', '/a.b', ':80'))
    .map((parts) => parts.join(''));
  const word = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[a-zA-Z0-9 _-]{0,8}$/));
  const mediums = ['', 'CPC', 'e-mail', 'organic', 'ad', 'unpaid', 'non paid', 'ſocial', 'sm'];
  const origins = fc.sample(
    fc.record({
      referrer: fc.oneof(host, fc.constantFrom('', '1.2.3.4', 'localhost')),
      utmSource: fc.oneof(address, word),
      utmMedium: fc.oneof(fc.constantFrom(...mediums), word),
    }),
    caseCount({ check: 2000, extended: 50_000 }),
  );
  await store.client.command({ query: 'TRUNCATE TABLE clicks' });
  await store.client.insert({
    table: 'clicks',
    format: 'JSONEachRow',
    values: origins.map(({ referrer, utmSource, utmMedium }, position) => ({
      position,
      clicked_at: '2026-11-02 06:40:00',
      class: 'human',
      referrer,
      utm_source: utmSource,
      utm_medium: utmMedium,
    })),
  });

  const readChannel = readChannels(isPublicSuffix);
  const read = origins.map((origin, position) => ({
    ...origin,
    position,
    channel: readChannel(origin),
  }));
  const stored = await channels();

  const different = read.filter(({ channel }, at) => stored[at]?.channel !== channel);
  expect(different.map((one) => ({ ...one, stored: stored[one.position]?.channel }))).toEqual([]);
  // All but direct visits, which have no text at all.
  expect(new Set(stored.map(({ channel }) => channel)).size).toBeGreaterThan(4);
}, 60_000);

async function migrate(isWanted: (file: string) => boolean): Promise<void> {
  for (const file of (await migrationFiles(folder)).filter(isWanted)) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const query of splitStatements(text)) await store.client.command({ query });
  }
}

/** The position in the table of arrivals is the click's position. */
async function storeArrivals(): Promise<void> {
  await store.client.insert({
    table: 'clicks',
    format: 'JSONEachRow',
    values: arrivals.map(([, { referrer, source, medium, campaign }], position) => ({
      position,
      clicked_at: '2026-11-02 06:40:00',
      class: 'human',
      referrer: referrer ?? '',
      utm_source: source ?? '',
      utm_medium: medium ?? '',
      utm_campaign: campaign ?? '',
    })),
  });
}

async function channels() {
  const answer = await store.client.query({
    query: 'SELECT position, channel FROM clicks ORDER BY position',
    format: 'JSONEachRow',
  });
  return answer.json<{ position: number; channel: string }>();
}
