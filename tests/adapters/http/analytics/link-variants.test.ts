import { afterAll, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import type { StoredConversion } from '#tests/support/builders/events';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const { app, people } = numbersApp({ sql, client: store.client }, nowMs);

/** A link with a split test, or without one. */
async function linkOf(userId: string, isSplit = true) {
  const linkId = Bun.randomUUIDv7();
  const urls = isSplit ? '["https://a.example/", "https://b.example/"]' : '[]';
  const [row] = await sql<{ split_version: number }[]>`
    INSERT INTO links (id, user_id, original_url, short_code, split_test_enabled, split_test_urls,
      created_at, updated_at)
    VALUES (${linkId}, ${userId}, 'https://example.com/', ${`v${linkId.slice(-8)}`}, ${isSplit},
      ${urls}::text::json, now(), now())
    RETURNING split_version`;
  return { linkId, splitVersion: Number(row?.split_version) };
}

test('the variants of a link are counted in the days that are asked for', async () => {
  const userId = await newUser(sql);
  const { linkId, splitVersion } = await linkOf(userId);
  const ask = signIn({ app, people }, owner({ id: userId }));
  const click = (variant: number, atMs: number) =>
    aStoredClick({ userId, linkId, splitVersion, variant, atMs });
  await store.store({
    clicks: [
      click(1, nowMs),
      click(2, nowMs - dayMs),
      click(2, Date.parse('2026-11-20T23:30:00Z')),
      click(1, nowMs - 20 * dayMs),
    ],
  });

  const clicks = async (query: string) => {
    const answer = await ask(`/api/analytics?linkId=${linkId}&${query}`);
    const { variants } = await answer.json();
    return variants.map((each: { clicks: number }) => each.clicks);
  };

  expect(await clicks('timeRange=7d')).toEqual([1, 2]);
  expect(await clicks('timeRange=90d')).toEqual([2, 2]);
});

test('[rows-reconcile] the conversions of the variants and those not assigned are all of the link, to the cent', async () => {
  const userId = await newUser(sql);
  const { linkId, splitVersion } = await linkOf(userId);
  const ask = signIn({ app, people }, owner({ id: userId }));
  let cents = 1;
  const conversion = (more: Partial<StoredConversion> = {}) => {
    cents *= 2;
    const amounts = { valueCents: cents, profitCents: -cents };
    return aStoredConversion({ userId, linkId, atMs: nowMs - dayMs, ...amounts, ...more });
  };
  const assigned = [
    conversion({ splitVersion, variant: 1 }),
    conversion({ splitVersion, variant: 2 }),
    conversion({ splitVersion, variant: 2, key: 'r:o:1', valueCents: -1 }),
    conversion({ variant: 2 }),
  ];
  const others = [
    conversion(),
    conversion({ splitVersion: splitVersion + 1, variant: 1 }),
    conversion({ splitVersion, variant: 0 }),
    conversion({ variant: 3 }),
    conversion({ key: 'r:o:2', valueCents: -2 }),
    conversion({ currency: 'EUR', key: 'r:o:3', valueCents: -4 }),
  ];
  const outside = [conversion({ atMs: nowMs - 9 * dayMs }), conversion({ removed: true })];
  await store.store({ conversions: [...assigned, ...others, ...outside] });

  const { variants, notAssigned } = await (
    await ask(`/api/analytics?linkId=${linkId}&timeRange=7d`)
  ).json();

  const sum = (rows: readonly { readonly revenueCents: number }[]) =>
    rows.reduce((total, { revenueCents }) => total + revenueCents, 0);
  const valueOf = (rows: readonly StoredConversion[]) =>
    rows.reduce((total, row) => total + (row.currency === 'USD' ? row.valueCents : 0), 0);
  expect(variants).toMatchObject([{ conversions: 1 }, { conversions: 2 }]);
  expect(sum(variants)).toBe(valueOf(assigned));
  expect(notAssigned).toMatchObject({
    conversions: 4,
    revenueCents: valueOf(others),
    otherCurrencies: [{ currency: 'EUR', revenue: -4, conversions: 0 }],
  });
});

test('a link without a test has no variants, and a link of somebody else does not exist', async () => {
  const [ada, eve] = [await newUser(sql), await newUser(sql)];
  const ask = signIn({ app, people }, owner({ id: ada }));
  const [plain, foreign] = [await linkOf(ada, false), await linkOf(eve)];

  const answer = await ask(`/api/analytics?linkId=${plain.linkId}`);
  expect(await answer.json()).toMatchObject({ variants: [], notAssigned: null });
  expect((await ask(`/api/analytics?linkId=${foreign.linkId}`)).status).toBe(404);
});
