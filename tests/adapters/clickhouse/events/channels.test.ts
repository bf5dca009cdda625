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
import { eventually } from '#tests/support/waiting';

const folder = join(import.meta.dir, '../../../../clickhouse');
const store = await testClickHouse();
const earlier = await testClickHouse();
afterAll(async () => {
  await store.drop();
  await earlier.drop();
});

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
  const origins = anyOrigins(caseCount({ check: 2000, extended: 50_000 }));
  await store.client.command({ query: 'TRUNCATE TABLE clicks' });
  await storeOrigins(origins);

  expect(await differentFrom(origins)).toEqual([]);
  // All but direct visits, which have no text at all.
  const stored = await channels();
  expect(new Set(stored.map(({ channel }) => channel)).size).toBeGreaterThan(4);
}, 60_000);

test('a click that an assistant sent before there was a channel for it is in that channel, in the counts of days too', async () => {
  await migrate((file) => file < '0017', earlier.client);
  const origins = anyOrigins(caseCount({ check: 2000, extended: 50_000 }));
  await storeOrigins(origins, earlier.client);
  const isOfAssistant = ({ channel }: { channel: string }) => channel === 'ai';
  expect((await channels(earlier.client)).filter(isOfAssistant)).toEqual([]);

  await migrate((file) => file >= '0017', earlier.client);
  await mutated(earlier.client);

  expect(await differentFrom(origins, earlier.client)).toEqual([]);
  const singly = (await channels(earlier.client)).filter(isOfAssistant).length;
  expect(singly).toBeGreaterThan(0);
  const counted = await earlier.client.query({
    query: `SELECT count() AS clicks FROM clicks WHERE channel = 'ai' GROUP BY user_id`,
    clickhouse_settings: { force_optimize_projection_name: 'agents', optimize_use_projections: 1 },
    format: 'JSONEachRow',
  });
  expect(await counted.json<{ clicks: number }>()).toEqual([{ clicks: singly }]);
}, 60_000);

type Origin = { readonly referrer: string; readonly utmSource: string; readonly utmMedium: string };

function anyOrigins(count: number): readonly Origin[] {
  const names = [
    ...['google', 'facebook', 'x', 't', 'bing', 'so', 'mail', 'outlook', 'docs', 'blog'],
    ...['chatgpt', 'chat', 'openai', 'claude', 'gemini', 'perplexity', 'copilot', 'microsoft'],
  ];
  const suffixes = ['com', 'co', 'me', 'ai', 'co.uk', 'com.au', 'de', 'github.io', 'blogspot.com'];
  const host = fc
    .tuple(fc.subarray(names, { minLength: 1, maxLength: 3 }), fc.constantFrom(...suffixes))
    .map(([labels, suffix]) => [...labels, suffix].join('.'));
  const address = fc
    .tuple(fc.constantFrom('https://', 'HTTP://www.', ''), host, fc.constantFrom('', '/a.b', ':80'))
    .map((parts) => parts.join(''));
  const word = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[a-zA-Z0-9 _-]{0,8}$/));
  const mediums = ['', 'CPC', 'e-mail', 'organic', 'ad', 'unpaid', 'non paid', 'ſocial', 'sm'];
  const assistant = fc.constantFrom('chatgpt.com', 'gemini.google.com', 'www.perplexity.ai');
  return fc.sample(
    fc.record({
      referrer: fc.oneof(host, assistant, fc.constantFrom('', '1.2.3.4', 'localhost')),
      utmSource: fc.oneof(address, word),
      utmMedium: fc.oneof(fc.constantFrom(...mediums), word),
    }),
    count,
  );
}

async function storeOrigins(origins: readonly Origin[], client = store.client): Promise<void> {
  await client.insert({
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
}

/** The stored origins whose channel is not the one that new clicks of them get. */
async function differentFrom(origins: readonly Origin[], client = store.client) {
  const readChannel = readChannels(isPublicSuffix);
  const stored = await channels(client);
  return origins
    .map((origin, position) => ({
      ...origin,
      channel: readChannel(origin),
      stored: stored[position]?.channel,
    }))
    .filter((one) => one.stored !== one.channel);
}

/** Waits for ClickHouse's background work on the table. */
async function mutated(client = store.client): Promise<void> {
  await eventually(
    async () => {
      const answer = await client.query({
        query: `SELECT count() AS waiting FROM system.mutations
          WHERE database = currentDatabase() AND NOT is_done`,
        format: 'JSONEachRow',
      });
      return answer.json<{ waiting: string }>();
    },
    ([counted]) => Number(counted?.waiting) === 0,
  );
}

async function migrate(isWanted: (file: string) => boolean, client = store.client): Promise<void> {
  for (const file of (await migrationFiles(folder)).filter(isWanted)) {
    const text = readFileSync(join(folder, file), 'utf8');
    // What is still being built cannot be dropped.
    await mutated(client);
    for (const query of splitStatements(text)) await client.command({ query });
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

async function channels(client = store.client) {
  const answer = await client.query({
    query: 'SELECT position, channel FROM clicks ORDER BY position',
    format: 'JSONEachRow',
  });
  return answer.json<{ position: number; channel: string }>();
}
