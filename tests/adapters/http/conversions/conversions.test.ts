import { hostileSql } from '#tests/support/builders/hostile-text';
import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openLocks } from '#adapters/postgres/pool/locks';
import { maxCents } from '#contract/money';
import { dayMs } from '#core/shared/time';
import { call } from '#tests/support/calls';
import { caseCount } from '#tests/support/extent';
import { clientOfStopped } from '#tests/support/databases/clickhouse';
import { conversionsApp } from '#tests/support/worlds/conversions/conversions-app';
import type { StoredConversion } from '#tests/support/builders/events';
import { aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';

const { store, sql, url, drop } = await testStores();
const locks = openLocks(url);
afterAll(async () => {
  await locks.close();
  await drop();
});

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = conversionsApp({ sql, locks, ...store }, nowMs);

type Ask = ReturnType<typeof signIn>;

/** A person with this many links, and a function that asks. */
async function person(linkCount = 1) {
  const id = await newUser(sql);
  const linkIds = Array.from({ length: linkCount }, () => Bun.randomUUIDv7());
  for (const linkId of linkIds) {
    await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
      VALUES (${linkId}, ${id}, 'https://example.com/', ${Math.random().toString(36).slice(2, 11)},
        now(), now())`;
  }
  return { id, linkIds, linkId: linkIds[0] ?? '', ask: signIn(world, owner({ id })) };
}

function conversionOf(
  userId: string,
  linkId: string,
  more: Partial<StoredConversion> = {},
): StoredConversion {
  return aStoredConversion({ userId, linkId, atMs: nowMs - 1000, ...more });
}

const sale = { eventType: 'sale', value: 4999, profit: 1000, currency: 'USD' };

async function record(ask: Ask, linkId: string, more: object = {}) {
  const answer = await ask('/api/conversions', { json: { linkId, ...sale, ...more } });
  expect(answer.status).toBe(201);
  return answer.json();
}

const listed = async (ask: Ask, query = '') => (await ask(`/api/conversions${query}`)).json();

test('a conversion is recorded at the time that its owner names, of the last 30 days', async () => {
  const { ask, linkId } = await person();
  const daysAgo = (days: number) => new Date(nowMs - days * dayMs).toISOString();

  const made = await record(ask, linkId, { convertedAt: daysAgo(3) });

  expect(made.convertedAt).toBe(daysAgo(3));
  const { conversions } = await listed(ask, '?timeRange=7d');
  expect(conversions).toMatchObject([{ id: made.id, convertedAt: daysAgo(3) }]);
  for (const convertedAt of [daysAgo(31), daysAgo(-1), 'yesterday']) {
    const answer = await ask('/api/conversions', { json: { linkId, ...sale, convertedAt } });
    expect(answer.status).toBe(422);
    expect((await answer.json()).issues).toMatchObject([{ path: 'convertedAt' }]);
  }
});

test('a recorded conversion is returned, and is in the list and in all totals', async () => {
  const { linkId, ask } = await person();

  const recorded = await record(ask, linkId, { eventType: 'lead' });

  expect(recorded).toEqual({
    id: expect.any(String),
    linkId,
    eventType: 'lead',
    value: 4999,
    profit: 1000,
    currency: 'USD',
    source: 'manual',
    trust: 'confirmed',
    orderId: '',
    variant: 0,
    isRefund: false,
    hasClick: false,
    country: '',
    device: 'unknown',
    referrer: '',
    convertedAt: '2026-11-21T10:20:00.000Z',
    metadata: null,
  });
  const money = { conversions: 1, revenueCents: 4999, profitCents: 1000, otherCurrencies: [] };
  const name = { shortUrl: expect.stringMatching(/^https:\/\/go\.example\/./), title: null };
  const state = { isActive: true, expiresAt: null, trackConversions: false };
  expect(await listed(ask)).toEqual({
    conversions: [{ ...recorded, ...name }],
    conversionCount: 1,
    totals: { ...money, averageRate: 0, overallRate: 0 },
    links: [{ linkId, ...name, ...state, splitTestEnabled: false, ...money, rate: 0 }],
    linkCount: 1,
    confirmedShare: 100,
    nextCursor: null,
    previousCursor: null,
    nextLinksCursor: null,
    previousLinksCursor: null,
  });
});

describe('the pages of a range', () => {
  type Page = {
    conversions: { id: string }[];
    conversionCount: number;
    nextCursor: string | null;
    previousCursor: string | null;
  };
  const idsOf = ({ conversions }: Page) => conversions.map(({ id }) => id);

  /** A person with seven conversions, three of them in one millisecond; newest first. */
  async function seven() {
    const { id, linkId, ask } = await person();
    const ids = Array.from({ length: 7 }, () => Bun.randomUUIDv7());
    const conversions = ids.map((each, at) =>
      conversionOf(id, linkId, { id: each, atMs: nowMs - 9000 + Math.max(at, 3) }),
    );
    await store.store({ conversions });
    return { linkId, ask };
  }

  test('contain every conversion once, also those of one millisecond, in both directions', async () => {
    const { ask } = await seven();
    const whole: Page = await listed(ask);

    const pages: Page[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await listed(ask, `?limit=2&cursor=${cursor}`);
      pages.push(page);
      cursor = page.nextCursor;
    }
    const back: Page = await listed(ask, `?limit=2&cursor=${pages[3]?.previousCursor}`);

    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
    expect(pages.map(idsOf).map((ids) => ids.length)).toEqual([2, 2, 2, 1]);
    expect(pages.map((page) => page.conversionCount)).toEqual([7, 7, 7, 7]);
    expect(pages[0]?.previousCursor).toBeNull();
    expect(idsOf(back)).toEqual(idsOf(whole).slice(4, 6));
  });

  test('do not repeat or skip conversions when others are edited and deleted', async () => {
    const { ask } = await seven();
    const all = idsOf(await listed(ask));
    const first: Page = await listed(ask, '?limit=3');

    await ask(`/api/v1/conversions/${all[2]}`, { method: 'DELETE' });
    await ask(`/api/v1/conversions/${all[4]}`, {
      method: 'PATCH',
      json: { eventType: 'lead', value: 1 },
    });
    const second: Page = await listed(ask, `?limit=3&cursor=${first.nextCursor}`);
    const third: Page = await listed(ask, `?limit=3&cursor=${second.nextCursor}`);

    expect([...idsOf(second), ...idsOf(third)]).toEqual(all.slice(3));
  });

  test('list the links with conversions, most conversions first', async () => {
    const { id, linkIds, ask } = await person(5);
    const conversions = linkIds.flatMap((linkId, at) =>
      Array.from({ length: 1 + (at % 3) }, () => conversionOf(id, linkId)),
    );
    await store.store({ conversions });
    const whole = await listed(ask);

    const first = await listed(ask, '?limit=2');
    const second = await listed(ask, `?limit=2&linksCursor=${first.nextLinksCursor}`);
    const third = await listed(ask, `?limit=2&linksCursor=${second.nextLinksCursor}`);
    const back = await listed(ask, `?limit=2&linksCursor=${third.previousLinksCursor}`);

    expect([...first.links, ...second.links, ...third.links]).toEqual(whole.links);
    expect(whole.links.map((link: { conversions: number }) => link.conversions)).toEqual([
      3, 2, 2, 1, 1,
    ]);
    expect(back.links).toEqual(second.links);
    expect([first.linkCount, third.nextLinksCursor]).toEqual([5, null]);
  });

  test('count the links with refunds only, and list them last', async () => {
    const { id, linkIds, ask } = await person(2);
    const [refunded = '', sold = ''] = linkIds;
    const refund = conversionOf(id, refunded, { key: 'r:o:A-1', valueCents: -4999 });
    await store.store({ conversions: [refund, conversionOf(id, sold)] });

    const { links, linkCount } = await listed(ask);

    expect(links).toMatchObject([{ linkId: sold }, { linkId: refunded, conversions: 0 }]);
    expect(linkCount).toBe(2);
  });

  test('reject cursors of other lists and invalid text', async () => {
    const { ask } = await seven();
    const { nextCursor } = await listed(ask, '?limit=2');

    for (const query of [`linksCursor=${nextCursor}`, 'cursor=x', 'limit=0', 'limit=101']) {
      expect((await ask(`/api/conversions?${query}`)).status).toBe(422);
    }
  });
});

test('two identical conversions entered manually are both kept', async () => {
  const { linkId, ask } = await person();

  await record(ask, linkId);
  await record(ask, linkId);

  expect((await listed(ask)).totals).toMatchObject({ conversions: 2, revenueCents: 9998 });
});

test('omitted fields become value 0, profit 0 and US dollars', async () => {
  const { linkId, ask } = await person();

  const answer = await ask('/api/conversions', { json: { linkId, eventType: 'signup' } });

  expect(await answer.json()).toMatchObject({ value: 0, profit: 0, currency: 'USD' });
});

test('the profit of a sale is the link’s profit per sale, when the link calculates it', async () => {
  const { linkId, ask } = await person();
  await sql`UPDATE links SET auto_track_profit = true, profit_per_sale = 700 WHERE id = ${linkId}`;

  expect(await record(ask, linkId)).toMatchObject({ profit: 700 });
  expect(await record(ask, linkId, { eventType: 'lead' })).toMatchObject({ profit: 1000 });
});

test('[conversion-input] amounts that are not whole cents within the limits are rejected with a reason', async () => {
  const { linkId, ask } = await person();
  const refused: [object, string][] = [
    [{ value: -1 }, 'Value must be positive'],
    [{ profit: -1 }, 'Profit must be positive'],
    [{ value: 12.345 }, 'Value must be in whole cents'],
    [{ value: maxCents + 1 }, 'Value is too large'],
    [{ profit: 1e18 }, 'Profit is too large'],
    [{ value: '49.99' }, 'Value must be a number of cents'],
    [{ currency: 'USDT' }, 'Choose one of USD, EUR, GBP, CAD, AUD'],
    [
      { eventType: 'x'.repeat(5000) },
      'Choose one of sale, signup, download, subscription, lead, other',
    ],
  ];

  for (const [wrong, message] of refused) {
    const answer = await ask('/api/conversions', { json: { linkId, ...sale, ...wrong } });

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message });
  }
  const infinite = `{"linkId":"${linkId}","eventType":"sale","value":1e309}`;
  expect((await ask('/api/conversions', { json: infinite })).status).toBe(422);
  expect((await listed(ask)).totals.conversions).toBe(0);
});

test('the time range applies to every number, in the requested time zone', async () => {
  const { id, linkId, ask } = await person();
  await store.store({
    conversions: [1, 6.4, 6.5, 20, 80, 100].map((days) =>
      conversionOf(id, linkId, { atMs: nowMs - days * dayMs }),
    ),
  });

  expect((await listed(ask)).totals.conversions).toBe(2);
  expect((await listed(ask, '?tz=Asia/Kathmandu')).totals.conversions).toBe(3);
  expect((await listed(ask, '?timeRange=30d')).links[0].revenueCents).toBe(4 * 4999);
  expect((await listed(ask, '?timeRange=90d')).conversions).toHaveLength(5);
  expect((await listed(ask, '?timeRange=all')).conversions.length).toBeGreaterThanOrEqual(5);
  expect((await ask('/api/conversions?timeRange=1y')).status).toBe(422);
  expect((await ask('/api/conversions?tz=Nowhere')).status).toBe(422);
});

test('the newest hundred are listed and all are counted', async () => {
  const { id, linkId, ask } = await person();
  await store.store({
    conversions: Array.from({ length: 103 }, (_, i) =>
      conversionOf(id, linkId, { atMs: nowMs - i * 1000, valueCents: i }),
    ),
  });

  const { conversions, totals } = await listed(ask);

  expect(conversions.map(({ value }: { value: number }) => value)).toEqual(
    Array.from({ length: 100 }, (_, i) => i),
  );
  expect(totals.conversions).toBe(103);
});

test('rates use human clicks; mean and overall rate cover the links that track conversions', async () => {
  const { id, linkIds, ask } = await person(5);
  const [half = '', tenth = '', clicked = '', , untracked = ''] = linkIds;
  await sql`UPDATE links SET track_conversions = id <> ${untracked} WHERE user_id = ${id}`;
  const clicksOn = (linkId: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      userId: id,
      linkId,
      atMs: nowMs - 1000,
      class: i === 10 ? ('bot' as const) : ('human' as const),
      splitVersion: 0,
      variant: 0,
      visitorId: i,
      referrer: '',
      device: 'mobile' as const,
      country: '',
      city: '',
      browser: '',
      os: '',
    }));
  await store.store({
    clicks: [half, tenth, clicked, untracked].flatMap((linkId, i) =>
      clicksOn(linkId, [2, 11, 3, 4][i] ?? 0),
    ),
    conversions: [half, tenth, untracked].map((linkId) => conversionOf(id, linkId)),
  });

  const { links, totals } = await listed(ask);

  const rates = links.map((link: { linkId: string; rate: number }) => [link.linkId, link.rate]);
  expect(new Map(rates)).toEqual(
    new Map([
      [half, 50],
      [tenth, 10],
      [untracked, 25],
    ]),
  );
  expect(totals).toMatchObject({ averageRate: 15, overallRate: 13.3 });
});

test('other currencies have their own totals, and a refund changes only money', async () => {
  const { id, linkId, ask } = await person();
  await store.store({
    conversions: [
      conversionOf(id, linkId, { trust: 'confirmed', key: 'o:1' }),
      conversionOf(id, linkId, { valueCents: 15001, trust: 'inferred' }),
      conversionOf(id, linkId, { currency: 'EUR' }),
      conversionOf(id, linkId, { key: 'r:o:1', valueCents: -4999, profitCents: -1000 }),
    ],
  });

  const { conversions, totals, confirmedShare } = await listed(ask);

  expect(totals).toMatchObject({
    conversions: 3,
    revenueCents: 15001,
    profitCents: 1000,
    otherCurrencies: [{ currency: 'EUR', revenue: 4999, profit: 1000, conversions: 1 }],
  });
  expect(confirmedShare).toBe(25);
  const refunds = conversions.filter(({ isRefund }: { isRefund: boolean }) => isRefund);
  expect(refunds).toHaveLength(1);
  expect(refunds[0]).toMatchObject({ value: -4999 });
});

test('a conversion is listed with the metadata that was sent with it', async () => {
  const { id, linkId, ask } = await person();
  const sent = ['{"plan":"pro","seats":{"all":3},"<b>":"\u202e"}', '{}', '', 'no object', '[1]'];
  const conversions = sent.map((metadata, n) =>
    conversionOf(id, linkId, { key: `o:${n}`, orderId: `${n}`, metadata }),
  );
  await store.store({ conversions });

  const list: { orderId: string; metadata: object | null }[] = (await listed(ask)).conversions;

  const byOrder = new Map(list.map(({ orderId, metadata }) => [orderId, JSON.stringify(metadata)]));
  expect(sent.map((_, n) => byOrder.get(`${n}`))).toEqual([sent[0], '{}', 'null', 'null', 'null']);
});

test('an edit changes only the given fields, and later reports do not override it', async () => {
  const { id, linkId, ask } = await person();
  const reported = conversionOf(id, linkId, { key: 'o:7', orderId: '7', metadata: '{"a":1}' });
  await store.store({ conversions: [reported] });
  const [before] = (await listed(ask)).conversions;

  const answer = await ask(`/api/v1/conversions/${before.id}`, {
    method: 'PATCH',
    json: { value: 2500, currency: 'EUR' },
  });

  expect(answer.status).toBe(200);
  const edited = { ...before, value: 2500, currency: 'EUR' };
  expect(await answer.json()).toMatchObject({
    ...{ id: before.id, value: 2500, profit: before.profit, currency: 'EUR' },
    ...{ version: 2, orderId: '7', metadata: { a: 1 } },
  });
  await store.store({
    conversions: [{ ...reported, version: 2n ** 47n, valueCents: 1, trust: 'confirmed' }],
  });
  expect((await listed(ask)).conversions).toEqual([edited]);
  expect(edited.metadata).toEqual({ a: 1 });
  const kept = await store.client.query({
    query: 'SELECT metadata FROM conversions FINAL WHERE user_id = {id:UUID}',
    query_params: { id },
    format: 'JSONEachRow',
  });
  expect(await kept.json()).toEqual([{ metadata: '{"a":1}' }]);
});

test('null clears an amount in an edit', async () => {
  const { id, linkId, ask } = await person();
  await store.store({ conversions: [conversionOf(id, linkId, { profitCents: 700 })] });
  const [before] = (await listed(ask)).conversions;

  const answer = await ask(`/api/v1/conversions/${before.id}`, {
    method: 'PATCH',
    json: { profit: null },
  });

  expect(await answer.json()).toMatchObject({ value: before.value, profit: 0, version: 2 });
  expect((await listed(ask)).conversions).toEqual([{ ...before, profit: 0 }]);
});

test('a conversion can be changed to another event and back, and stays one conversion', async () => {
  const { id, linkId, ask } = await person();
  const reported = conversionOf(id, linkId, { key: 'o:7', orderId: '7' });
  const other = conversionOf(id, linkId, { key: 'o:7', eventType: 'lead', orderId: '7' });
  await store.store({ conversions: [reported, other] });
  const { conversions } = await listed(ask);
  const one = conversions.find((each: { eventType: string }) => each.eventType === 'sale');

  for (const eventType of ['lead', 'sale', 'lead', 'signup']) {
    const answer = await ask(`/api/v1/conversions/${one.id}`, {
      method: 'PATCH',
      json: { eventType },
    });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: one.id, eventType, value: one.value });
    await store.store({ conversions: [{ ...reported, version: 2n ** 47n }] });
    expect((await listed(ask)).totals).toMatchObject({ conversions: 2, revenueCents: 2 * 4999 });
  }
});

test('a deleted conversion leaves every total, and a repeat does not restore it', async () => {
  const { id, linkId, ask } = await person();
  const reported = conversionOf(id, linkId);
  await store.store({ conversions: [reported] });
  const [one] = (await listed(ask)).conversions;

  const answer = await ask(`/api/v1/conversions/${one.id}`, { method: 'DELETE' });

  expect(answer.status).toBe(204);
  await store.store({ conversions: [{ ...reported, version: 2n ** 47n }] });
  expect(await listed(ask)).toMatchObject({ conversions: [], links: [] });
  expect((await ask(`/api/v1/conversions/${one.id}`, { method: 'DELETE' })).status).toBe(404);
});

test('ten concurrent edits create ten versions, and one of them counts', async () => {
  const { linkId, ask } = await person();
  const { id } = await record(ask, linkId);

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      ask(`/api/v1/conversions/${id}`, { method: 'PATCH', json: { value: 100 + i } }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const edits = await store.client.query({
    query: 'SELECT max(bitShiftRight(version, 48)) AS n FROM conversions WHERE id = {id:UUID}',
    query_params: { id },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  expect(await edits.json<number[]>()).toEqual([[10]]);
  expect((await listed(ask)).conversions[0].value).toBe(109);
});

test('a refund stays negative, with either sign in an edit', async () => {
  const { id, linkId, ask } = await person();
  const refund = { key: 'r:o:1', valueCents: -4999, profitCents: -1000 };
  await store.store({ conversions: [conversionOf(id, linkId, refund)] });
  const [one] = (await listed(ask)).conversions;
  const put = (json: object) => ask(`/api/v1/conversions/${one.id}`, { method: 'PATCH', json });

  expect(await (await put({ value: 2000 })).json()).toMatchObject({ value: -2000 });
  expect(await (await put({ value: -3000, eventType: 'lead' })).json()).toMatchObject({
    value: -3000,
    isRefund: true,
  });
  expect((await listed(ask)).totals).toMatchObject({ conversions: 0, revenueCents: -3000 });
});

test("[separate-accounts] another account's conversion, link or id and an unknown one get the same response", async () => {
  const mine = await person();
  const theirs = await person();
  const { id } = await record(theirs.ask, theirs.linkId);
  const gone = await person();
  const left = await record(gone.ask, gone.linkId);
  await sql`DELETE FROM links WHERE id = ${gone.linkId}`;

  const answers = await Promise.all([
    mine.ask('/api/conversions', { json: { linkId: theirs.linkId, ...sale } }),
    mine.ask('/api/conversions', { json: { linkId: Bun.randomUUIDv7(), ...sale } }),
    mine.ask('/api/conversions', { json: { linkId: 'nonsense', ...sale } }),
    ...[id, Bun.randomUUIDv7(), 'nonsense', `${id}' OR '1'='1`].flatMap((each) => [
      mine.ask(`/api/v1/conversions/${encodeURIComponent(each)}`, { method: 'PATCH', json: sale }),
      mine.ask(`/api/v1/conversions/${encodeURIComponent(each)}`, { method: 'DELETE' }),
    ]),
    mine.ask(`/api/conversions?linkId=${theirs.linkId}`),
    gone.ask(`/api/v1/conversions/${left.id}`, { method: 'DELETE' }),
  ]);

  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  for (const body of bodies) {
    expect({ ...body, requestId: '' }).toEqual({ ...bodies[0], requestId: '' });
  }
  expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found', message: 'Not found' });
  expect((await listed(theirs.ask)).totals.conversions).toBe(1);
  expect((await listed(mine.ask)).conversions).toEqual([]);
});

test('[separate-accounts] [bound-values] no hostile input reveals data of another account or breaks a statement', async () => {
  const mine = await person();
  const theirs = await person();
  const marker = 'marker-of-theirs';
  await store.store({
    conversions: [conversionOf(theirs.id, theirs.linkId, { orderId: marker, metadata: marker })],
  });
  const { id } = await record(mine.ask, mine.linkId);
  const text = fc.oneof(
    fc.constantFrom(...hostileSql, theirs.id, theirs.linkId, `${theirs.linkId}' OR '1'='1`),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('7d', '90d', 'UTC', 'sale', 'lead', 'USD', 'EUR'),
  );
  const names = fc.constantFrom('timeRange', 'tz', 'linkId', 'userId', 'param_userId', 'most');
  const value = fc.oneof(text, fc.integer(), fc.double(), fc.constant(null), fc.constant([]));
  const fields = fc.constantFrom('eventType', 'value', 'profit', 'currency', 'linkId', 'key', 'id');
  const asked = fc.record({
    query: fc.dictionary(names, text),
    path: fc.oneof(text, fc.constant(id)),
    json: fc.dictionary(fields, value),
  });

  await fc.assert(
    fc.asyncProperty(asked, async ({ query, path, json }) => {
      const one = `/api/v1/conversions/${encodeURIComponent(path.toWellFormed())}`;
      const answers = await Promise.all([
        mine.ask(`/api/conversions?${new URLSearchParams(query)}`),
        mine.ask('/api/conversions', { json }),
        mine.ask(one, { method: 'PATCH', json }),
      ]);

      for (const answer of answers) {
        expect([200, 201, 400, 404, 405, 422]).toContain(answer.status);
        expect(await answer.text()).not.toContain(marker);
      }
    }),
    { numRuns: caseCount({ check: 40, extended: 300 }) },
  );
  expect((await listed(theirs.ask)).conversions).toMatchObject([{ orderId: marker, value: 4999 }]);
}, 60_000);

test('a deleted link leaves the list and the totals immediately', async () => {
  const { linkIds, ask } = await person(2);
  const [kept = '', deleted = ''] = linkIds;
  await record(ask, kept);
  await record(ask, deleted);

  await sql`DELETE FROM links WHERE id = ${deleted}`;

  const { conversions, links, totals } = await listed(ask);
  expect(conversions).toHaveLength(1);
  expect(links).toHaveLength(1);
  expect(totals.conversions).toBe(1);
});

test('conversions need a session', async () => {
  expect((await call(world.app, '/api/conversions')).status).toBe(401);
});

test('during a ClickHouse outage the list returns 503 with Retry-After', async () => {
  const client = await clientOfStopped();
  const away = conversionsApp({ sql, locks, client, store: store.store }, nowMs);
  const ask = signIn(away, owner({ id: await newUser(sql) }));

  const answer = await ask('/api/conversions');

  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await client.close();
});
