import type { ClickHouse } from '#adapters/clickhouse/connect';
import { analystLinks } from '#adapters/clickhouse/analysts/link-copy';
import type { LinkRecord, SplitTestRecord } from '#core/analytics/sql/changed-links';

/** The account that asks. */
export const own = {
  userId: '00000000-0000-4000-8000-00000000000a',
  linkId: '00000000-0000-4000-8000-0000000000a1',
  city: 'Ownville',
} as const;

/** An account of which nothing may be seen. Its numbers of rows occur nowhere else. */
export const other = {
  userId: '7b1f0c52-9d0e-4e7a-8f21-c0ffee00000b',
  linkId: '7b1f0c52-9d0e-4e7a-8f21-c0ffee0000b1',
  city: 'MARKERTOWN',
} as const;

/** How many rows each table has. Five digits: the groups of a random UUID have 4, 8 or 12. */
export const rows = { own: 7, other: 14_327 };

/** Texts that only another account's rows, sizes or files can bring into an answer. */
export const leaks: readonly RegExp[] = [
  /MARKERTOWN|c0ffee0000/i,
  // Both accounts together, the other one alone.
  new RegExp(String.raw`\b(?:${rows.other}|${rows.other + rows.own})\b`),
  /root:[^:]*:0:/,
];

/** Fills every table that has owners with rows of both accounts, and creates the views. */
export async function seedTwoAccounts(client: ClickHouse): Promise<void> {
  const links = analystLinks(client, {
    since: async (userId) => ({
      position: '1',
      erasedLinkIds: [],
      links: oneLink(userId === own.userId ? own : other),
      splitTests: someTests(userId === own.userId ? own : other),
    }),
  });
  await links.refresh(own.userId);
  await links.refresh(other.userId);
  await seed(client, own, rows.own);
  await seed(client, other, rows.other);
}

type Account = { readonly userId: string; readonly linkId: string; readonly city: string };

async function seed(client: ClickHouse, { userId, linkId, city }: Account, count: number) {
  const statements = [
    `INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, city, device,
       ip_address, user_agent, referrer_url)
     SELECT '${userId}', '${linkId}', now64(3) - number, generateUUIDv4(), 'human', number + 1,
       '${city}', 'mobile', '${city} 192.0.2.7', 'Agent ${city}', 'https://${city}.example/'
     FROM numbers(${count})`,
    `INSERT INTO conversions (user_id, link_id, event_type, conversion_key, version, removed, id,
       converted_at, received_at, value_cents, profit_cents, currency, source, trust, city, metadata)
     SELECT '${userId}', '${linkId}', 'sale', concat('o:', toString(number)), 1, false,
       generateUUIDv4(), now64(3), now64(3), 100, 10, 'USD', 'api', 'confirmed', '${city}',
       '{"email":"${city}@example.com"}'
     FROM numbers(${count})`,
    `INSERT INTO clicks_archive (user_id, link_id, day, class, split_version, variant, count, fold)
     SELECT '${userId}', '${linkId}', toDate('2020-01-01') + number, 'human', 0, 0, 1,
       '00000000-0000-4000-8000-000000000001' FROM numbers(${count})`,
    `INSERT INTO analyst_erasures SELECT '${userId}', generateUUIDv4() FROM numbers(${count})`,
  ];
  for (const query of statements) await client.command({ query });
}

async function* someTests({
  userId,
  linkId,
  city,
}: Account): AsyncGenerator<SplitTestRecord, void> {
  const count = userId === own.userId ? rows.own : rows.other;
  for (let at = 0; at < count; at += 1) {
    yield {
      id: Bun.randomUUIDv7(),
      linkId,
      version: '1',
      splitVersion: at,
      goal: 'sale',
      currency: 'USD',
      mode: 'even',
      windowDays: null,
      beganAt: new Date(),
      endedAt: null,
      state: 'waiting',
      sentence: `Waits in ${city}`,
      winner: null,
      decidedOn: null,
      destinations: [{ name: city, url: `https://${city}.example/` }],
      shares: [{ fromDay: '2026-11-01', slots: [1] }],
    };
  }
}

async function* oneLink({ linkId, city }: Account): AsyncGenerator<LinkRecord, void> {
  const now = new Date();
  yield {
    id: linkId,
    version: '1',
    shortUrl: `https://go.example/${city}`,
    code: city,
    alias: null,
    title: `Title ${city}`,
    originalUrl: `https://${city}.example/`,
    destinations: [],
    isSplitTest: false,
    splitVersion: 1,
    isActive: true,
    tracksClicks: true,
    tracksConversions: true,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
