import { expect, test } from 'bun:test';
import {
  ingressWorld,
  foreign,
  shop,
  theSecret,
  untracked,
} from '#tests/support/worlds/ingress-world';

const proven = `link=${shop.code}&secret=${theSecret}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const statusAndBody = async (answer: Response) => ({
  status: answer.status,
  body: await answer.json(),
});

test('a server that shows the secret reports a confirmed sale, on the disk before the answer', async () => {
  const world = ingressWorld();
  const cid = world.cid(shop.number, 3, 2);

  const answer = await world.postback(`${proven}&cid=${cid}&value=49.99&order_id=A-1`);

  expect(await statusAndBody(answer)).toEqual({ status: 200, body: { status: 'accepted' } });
  expect(world.recorded).toMatchObject([
    {
      linkId: shop.id,
      source: 'postback',
      isConfirmed: true,
      valueCents: 4999,
      orderId: 'A-1',
      click: { variant: 2 },
      address: '',
      userAgent: '',
      certainty: 'synced',
    },
  ]);
});

test('the click id alone names the link; forms and JSON say the same as an address', async () => {
  const world = ingressWorld();
  const fields = {
    cid: world.cid(),
    secret: theSecret,
    payout: '5.00',
    txid: 'T-1',
    event: 'lead',
  };

  const answers = [
    await world.postback(new URLSearchParams(fields).toString()),
    await world.postback('', { method: 'POST', headers: form, body: new URLSearchParams(fields) }),
    await world.postback('', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ...fields, payout: 5 }),
    }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(
    world.recorded.map((row) => [row.linkId, row.valueCents, row.orderId, row.eventType]),
  ).toEqual(answers.map(() => [shop.id, 500, 'T-1', 'lead']));
});

test('[answers-alike] a wrong secret, an unknown link and an unknown click id are answered alike', async () => {
  const world = ingressWorld();
  const queries = [
    `link=${shop.code}&secret=wrong`,
    `link=${shop.code}`,
    `link=nobody&secret=${theSecret}`,
    `link=${foreign.code}&secret=${theSecret}`,
    `cid=${world.cid(999)}&secret=${theSecret}`,
    `cid=AAAA&secret=${theSecret}`,
    `secret=${theSecret}`,
  ];

  const answers = await Promise.all(
    queries.map(async (query) => {
      const { status, body } = await statusAndBody(await world.postback(query));
      return JSON.stringify({ status, ...body, requestId: '' });
    }),
  );

  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('401');
  expect(world.recorded).toHaveLength(0);
});

test('[api-keys] an API key speaks for the links of its own account, if it may write', async () => {
  const world = ingressWorld();
  world.keys.set('writes', { userId: shop.userId, scopes: ['conversions:write'] });
  world.keys.set('reads', { userId: shop.userId, scopes: ['conversions:read'] });
  const as = (key: string, query: string) =>
    world.postback(query, { headers: { authorization: `Bearer ${key}` } });

  expect((await as('writes', `link=${shop.code}&value=1`)).status).toBe(200);
  expect((await as('reads', `link=${shop.code}&value=1`)).status).toBe(403);
  expect((await as('unknown', `link=${shop.code}&secret=${theSecret}`)).status).toBe(401);
  expect((await as('writes', `link=${foreign.code}&value=1`)).status).toBe(404);
  expect((await as('writes', 'link=nobody&value=1')).status).toBe(404);
  expect((await world.postback(`link=${shop.code}&key=writes`)).status).toBe(401);

  expect(world.recorded).toHaveLength(1);
});

test('money that is taken back is a negative refund, and needs an amount', async () => {
  const world = ingressWorld();

  for (const status of ['refunded', 'Refund', 'chargeback', 'reversed']) {
    const answer = await world.postback(
      `${proven}&order_id=A-1&value=20.00&profit=5&status=${status}`,
    );
    expect(answer.status).toBe(200);
    expect(world.recorded.at(-1)).toMatchObject({
      isRefund: true,
      valueCents: -2000,
      profitCents: -500,
    });
  }
  const without = await world.postback(`${proven}&order_id=A-1&status=refunded`);

  expect(without.status).toBe(422);
  expect(world.recorded).toHaveLength(4);
});

test('what is no sale, a test, and a link that tracks none are acknowledged, not recorded', async () => {
  const world = ingressWorld();
  world.keys.set('writes', { userId: shop.userId, scopes: ['conversions:write'] });
  const queries = ['status=rejected', 'status=declined', 'status=pending', 'test=1'];

  for (const query of queries) {
    const answer = await world.postback(`${proven}&value=1&${query}`);
    expect(await statusAndBody(answer)).toEqual({ status: 200, body: { status: 'ignored' } });
  }
  await world.postback(`link=${untracked.code}`, { headers: { authorization: 'Bearer writes' } });

  expect(world.recorded).toHaveLength(0);
  expect(world.attempts.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
    ...['ignored status', 'ignored status', 'ignored status', 'test none', 'ignored not_tracked'],
  ]);
});

test('[conversion-input] hostile amounts and bodies are refused as such', async () => {
  const world = ingressWorld();
  const values = ['-1', 'NaN', 'Infinity', '1e309', '1e3', '0x10', '1,000', '٣', '12.345'];

  for (const value of values) {
    const answer = await world.postback(`${proven}&value=${encodeURIComponent(value)}`);
    expect({ value, status: answer.status }).toEqual({ value, status: 422 });
    expect(world.attempts.at(-1)).toMatchObject({ outcome: 'refused', reason: 'value', value });
  }
  const post = (headers: HeadersInit, body: string) =>
    world.postback(proven, { method: 'POST', headers, body });
  expect((await world.postback(`${proven}&currency=USDT`)).status).toBe(422);
  expect((await post(json, '[1]')).status).toBe(422);
  expect((await post(json, '{"value":{}}')).status).toBe(422);
  expect((await post(json, '{')).status).toBe(400);
  expect((await post({ 'content-type': 'text/plain' }, 'value=1')).status).toBe(415);
  expect((await post(form, `event=${'x'.repeat(70_000)}`)).status).toBe(413);
  expect(world.recorded).toHaveLength(0);
});

test('a disk that is full is said: the server shall come again', async () => {
  const world = ingressWorld();
  world.disk.isFull = true;

  const answer = await world.postback(`${proven}&value=1&order_id=A-1`);

  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).not.toBeNull();
});

test('a repeat is accepted, and the debug list says that it was one', async () => {
  const world = ingressWorld();

  await world.postback(`${proven}&value=1&order_id=A-1`);
  const again = await world.postback(`${proven}&value=2&order_id=A-1`);

  expect(again.status).toBe(200);
  expect(world.attempts.map(({ outcome }) => outcome)).toEqual(['recorded', 'repeat']);
});
