import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles } from '#adapters/clickhouse/migrate';
import { splitStatements } from '#adapters/clickhouse/statements';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const folder = join(import.meta.dir, '../../../../clickhouse');
const store = await testClickHouse();
afterAll(() => store.drop());

type Arrival = { referrer?: string; source?: string; medium?: string; campaign?: string };

const arrivals: readonly (readonly [channel: string, arrival: Arrival])[] = [
  ['direct', {}],
  ['direct', { campaign: 'spring' }],

  ['search', { referrer: 'google.com' }],
  ['search', { referrer: 'google.de' }],
  ['search', { referrer: 'google.co.uk' }],
  ['search', { referrer: 'google.com.au' }],
  ['search', { referrer: 'images.google.com' }],
  ['search', { referrer: 'search.yahoo.co.jp' }],
  ['search', { referrer: 'yandex.com.tr' }],
  ['search', { referrer: 'duckduckgo.com' }],
  ['search', { referrer: 'search.brave.com' }],
  ['search', { source: 'google' }],
  ['search', { source: 'Bing', referrer: 'partner.example' }],
  ['search', { medium: 'organic', source: 'unknown-engine' }],

  ['social', { referrer: 'facebook.com' }],
  ['social', { referrer: 'de-de.facebook.com' }],
  ['social', { referrer: 'x.com' }],
  ['social', { referrer: 't.co' }],
  ['social', { referrer: 'pinterest.co.uk' }],
  ['social', { referrer: 'news.ycombinator.com' }],
  ['social', { referrer: 'youtu.be' }],
  ['social', { source: 'Instagram' }],
  ['social', { source: 'fb' }],
  ['social', { source: 'x' }],
  ['social', { source: 'linkedin.com' }],
  ['social', { medium: 'Social', source: 'buffer' }],
  ['social', { medium: 'organic-social', source: 'google' }],

  ['email', { medium: 'email' }],
  ['email', { medium: 'E-Mail', referrer: 'google.com' }],
  ['email', { source: 'newsletter' }],
  ['email', { referrer: 'mail.google.com' }],
  ['email', { referrer: 'outlook.live.com' }],
  ['email', { referrer: 'webmail.provider.example' }],

  ['ads', { medium: 'cpc', source: 'google', referrer: 'google.com' }],
  ['ads', { medium: 'PPC' }],
  ['ads', { medium: 'paid' }],
  ['ads', { medium: 'paid_social', source: 'facebook' }],
  ['ads', { medium: 'paidsearch' }],
  ['ads', { medium: 'social-paid' }],
  ['ads', { medium: 'display', referrer: 'news.example' }],
  ['ads', { medium: 'ad' }],

  ['other', { referrer: 'blog.example' }],
  ['other', { referrer: 'google.example.com' }],
  ['other', { referrer: 'notgoogle.com' }],
  ['other', { referrer: 'netflix.com' }],
  ['other', { referrer: 'docs.google.com' }],
  ['other', { referrer: 'so.com.example' }],
  ['other', { source: 'partner' }],
  ['other', { medium: 'download' }],
  ['other', { medium: 'referral', referrer: 'shop.example' }],
];

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
