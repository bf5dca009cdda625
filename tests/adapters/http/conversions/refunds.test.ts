import { afterAll, expect, test } from 'bun:test';
import { accountCalls } from '#adapters/http/limits/account-calls';
import { openLocks } from '#adapters/postgres/pool/locks';
import type { StoredConversion } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { conversionsApp } from '#tests/support/worlds/conversions/conversions-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, url, drop } = await testStores();
const locks = openLocks(url);
afterAll(async () => {
  await locks.close();
  await drop();
});

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const calls = accountCalls({ now: () => nowMs });
const world = conversionsApp({ sql, locks, ...store }, nowMs, calls);
const path = '/api/v1/refunds';

async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${linkId.slice(-9)}, now(), now())`;
  const ask = signIn(world, owner({ id }));
  const sold = async (more: Partial<StoredConversion> = {}) => {
    const sale = aStoredConversion({
      ...{ userId: id, linkId, atMs: nowMs - 5000 },
      ...{ valueCents: 4999, profitCents: 1000, ...more },
    });
    await store.store({ conversions: [sale] });
    return sale;
  };
  const refund = (json: object) => ask(path, { json });
  const sum = async () => {
    const { data } = await (await ask('/api/v1/conversions')).json();
    return data.reduce(
      ([value, profit]: [number, number], each: { value: number; profit: number }) => [
        value + each.value,
        profit + each.profit,
      ],
      [0, 0],
    );
  };
  const refunds = async () =>
    (await (await ask('/api/v1/conversions')).json()).data.filter(
      ({ isRefund }: { isRefund: boolean }) => isRefund,
    );
  return { id, linkId, ask, sold, refund, sum, refunds };
}

test('a refund of an order takes the whole value and profit back, once', async () => {
  const { linkId, sold, refund, sum, refunds } = await person();
  await sold({ key: 'o:7', orderId: '7', eventType: 'subscription', currency: 'EUR' });

  const answers = [await refund({ linkId, orderId: '7' }), await refund({ linkId, orderId: '7' })];

  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const found = await refunds();
  expect(found).toMatchObject([
    { value: -4999, profit: -1000, currency: 'EUR', eventType: 'subscription', orderId: '7' },
  ]);
  expect(await sum()).toEqual([0, 0]);
});

test("a whole refund takes the profit of its sale back, and not the link's present one", async () => {
  const { linkId, sold, refund, refunds } = await person();
  for (const orderId of ['7', '8', '9']) await sold({ key: `o:${orderId}`, orderId });
  await sql`
    UPDATE links SET track_conversions = true, auto_track_profit = true, profit_per_sale = 3000
    WHERE id = ${linkId}`;

  for (const json of [
    { orderId: '7' },
    { orderId: '8', profit: 400 },
    { orderId: '9', value: 999 },
  ]) {
    expect((await refund({ linkId, ...json })).status).toBe(202);
  }

  const profits = (await refunds()).map(({ profit }: { profit: number }) => profit);
  // Of a part, the link's fixed profit goes back whole.
  expect(profits.toSorted()).toEqual([-1000, -3000, -400]);
});

test('refunds with ids of their own take parts back', async () => {
  const { linkId, sold, refund, sum } = await person();
  await sold({ key: 'o:7', orderId: '7' });

  for (const [refundId, value] of [
    ['r1', 1000],
    ['r2', 2000],
    ['r2', 2000],
  ]) {
    expect((await refund({ linkId, orderId: '7', refundId, value, profit: 100 })).status).toBe(202);
  }

  expect(await sum()).toEqual([4999 - 3000, 1000 - 200]);
});

test('a refund by the conversion counts once, and stands with its click', async () => {
  const { ask, sold, refund, sum, refunds } = await person();
  await sold({ key: `m:${Bun.randomUUIDv7()}`, clickId: Bun.randomUUIDv7(), variant: 2 });
  const [sale] = (await (await ask('/api/v1/conversions')).json()).data;

  for (const _ of [1, 2]) expect((await refund({ conversionId: sale.id })).status).toBe(202);

  expect(await sum()).toEqual([0, 0]);
  const [{ id: conversionId, ...made }] = await refunds();
  expect(made).toMatchObject({ hasClick: true, variant: 'B', orderId: null });
  expect(await (await refund({ conversionId })).json()).toMatchObject({
    status: 422,
    issues: [{ path: 'conversionId' }],
  });
});

test('a refund may come before its sale, with its value', async () => {
  const { linkId, refund, refunds } = await person();

  expect(await (await refund({ linkId, orderId: '7' })).json()).toMatchObject({
    status: 422,
    issues: [{ path: 'value' }],
  });
  expect((await refund({ linkId, orderId: '7', value: 500, currency: 'GBP' })).status).toBe(202);
  expect(await refunds()).toMatchObject([{ value: -500, profit: 0, currency: 'GBP' }]);
});

test.each([
  [{ orderId: '7' }, 'linkId'],
  [{ value: 5 }, 'orderId'],
  [{ orderId: '7', value: 0 }, 'value'],
  [{ orderId: '7', value: -5 }, 'value'],
  [{ orderId: '7', currency: 'GBP' }, 'currency'],
  [{ orderId: '7', valueCents: 5 }, 'valueCents'],
])('%j is refused at %s', async (json, field) => {
  const { linkId, sold, refund, refunds } = await person();
  await sold({ key: 'o:7', orderId: '7' });

  const answer = await refund({ ...(field !== 'linkId' && { linkId }), ...json });

  expect(await answer.json()).toMatchObject({ status: 422, issues: [{ path: field }] });
  expect(await refunds()).toEqual([]);
});

test("[separate-accounts] another account's conversion and link are not found", async () => {
  const [mine, theirs] = [await person(), await person()];
  await theirs.sold({ key: 'o:7', orderId: '7' });
  const [other] = (await (await theirs.ask('/api/v1/conversions')).json()).data;

  for (const json of [
    { conversionId: other.id },
    { conversionId: 'nonsense' },
    { linkId: theirs.linkId, orderId: '7' },
    { shortCode: theirs.linkId.slice(-9), orderId: '7' },
  ]) {
    expect((await mine.refund(json)).status).toBe(404);
  }
  expect(await theirs.refunds()).toEqual([]);
});

test('each report of a batch gets its own answer, in order', async () => {
  const { linkId, ask, sum } = await person();
  const other = await person();

  const answer = await ask('/api/v1/conversions/batch', {
    json: {
      conversions: [
        { linkId, value: 100, orderId: '1' },
        { linkId, valueCents: 100 },
        { linkId: other.linkId },
        { linkId, value: 300, orderId: '3' },
        // Four are recorded together: these are the next ones.
        { linkId, value: 400, orderId: '4' },
        { linkId, value: 500, orderId: '5' },
      ],
    },
  });

  expect(answer.status).toBe(200);
  const { results } = await answer.json();
  const [first, unknown, foreign, ...others] = results;
  expect(results.map(({ status }: { status: number }) => status)).toEqual([
    202, 422, 404, 202, 202, 202,
  ]);
  expect(unknown).toMatchObject({
    conversion: null,
    problem: { code: 'invalid', issues: [{ path: 'valueCents' }] },
  });
  expect(foreign).toMatchObject({ conversion: null, problem: { code: 'not_found' } });
  const { data } = await (await ask('/api/v1/conversions')).json();
  const ids = new Map(
    data.map(({ id, orderId }: { id: string; orderId: string }) => [orderId, id]),
  );
  expect(data).toHaveLength(4);
  expect(new Set(ids.keys())).toEqual(new Set(['1', '3', '4', '5']));
  expect(new Set(ids.values()).size).toBe(4);
  expect(first).toEqual({ status: 202, conversion: { id: ids.get('1') }, problem: null });
  expect(others.map(({ conversion }: { conversion: object }) => conversion)).toEqual(
    ['3', '4', '5'].map((orderId) => ({ id: ids.get(orderId) })),
  );
  expect((await sum())[0]).toBe(100 + 300 + 400 + 500);
  for (const conversions of [[], Array.from({ length: 101 }, () => ({ linkId }))]) {
    const refused = await ask('/api/v1/conversions/batch', { json: { conversions } });
    expect(await refused.json()).toMatchObject({ status: 422, issues: [{ path: 'conversions' }] });
  }
});

test('[rate-limits] the limit counts every report of a batch', async () => {
  const { linkId, ask } = await person();
  const remaining = (answer: Response) => answer.headers.get('ratelimit-remaining');
  const send = (count: number) =>
    ask('/api/v1/conversions/batch', {
      json: { conversions: Array.from({ length: count }, () => ({ linkId, value: -1 })) },
    });

  expect(remaining(await send(1))).toBe('999');
  expect(remaining(await send(100))).toBe('899');
  for (let n = 0; n < 8; n += 1) await send(100);
  expect(remaining(await send(1))).toBe('98');
  expect((await send(99)).status).toBe(429);
  expect(remaining(await send(1))).toBe('96');
});
