import { keyHolder } from '#tests/support/builders/people';
import { expect, test } from 'bun:test';
import {
  ingressWorld,
  foreign,
  shop,
  theSecret,
  untracked,
} from '#tests/support/worlds/conversions/ingress-world';

const proven = `link=${shop.code}&secret=${theSecret}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const statusAndBody = async (answer: Response) => ({
  status: answer.status,
  body: await answer.json(),
});

test('a call with the secret records a confirmed sale, on disk before the response', async () => {
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

test('the click id alone identifies the link; forms and JSON work like a query', async () => {
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

test('[conversion-input] a number in JSON is an amount in cents, and no id that JSON has rounded', async () => {
  const world = ingressWorld();
  const post = (body: string) => world.postback(proven, { method: 'POST', headers: json, body });

  const answers = [
    await post('{"value":25.939999999999998,"order_id":9007199254740991}'),
    await post('{"value":"25.939999999999998","order_id":1}'),
    await post('{"value":1,"order_id":576461413038785752}'),
    await post('{"value":1,"order_id":"576461413038785752"}'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 200]);
  expect(await answers[2]?.json()).toMatchObject({
    message: 'Send numbers of more than 15 digits as text',
  });
  expect(world.recorded.map((row) => [row.valueCents, row.orderId])).toEqual([
    [2594, '9007199254740991'],
    [100, '576461413038785752'],
  ]);
});

test('[answers-alike] a wrong secret, an unknown link and an unknown click id get the same response', async () => {
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

test('[api-keys] an API key with write scope works for all links of its own account', async () => {
  const world = ingressWorld();
  world.keys.set('writes', keyHolder(shop.userId, ['conversions:write']));
  world.keys.set('reads', keyHolder(shop.userId, ['conversions:read']));
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

test('a refund is negative, and requires an amount', async () => {
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

test('the id of a refund is recorded; one that is too long is named', async () => {
  const world = ingressWorld();
  const refund = `${proven}&order_id=A-1&value=20.00&status=refunded`;

  expect((await world.postback(`${refund}&refund_id=R-7`)).status).toBe(200);
  expect(world.recorded).toMatchObject([{ isRefund: true, orderId: 'A-1', refundId: 'R-7' }]);
  expect(
    await statusAndBody(await world.postback(`${refund}&refund_id=${'R'.repeat(129)}`)),
  ).toEqual({
    status: 422,
    body: expect.objectContaining({
      issues: [
        {
          path: 'refund_id',
          message: 'The refund id must be plain text of at most 128 characters',
        },
      ],
    }),
  });
});

test('non-sales, tests and untracked links are acknowledged but not recorded', async () => {
  const world = ingressWorld();
  world.keys.set('writes', keyHolder(shop.userId, ['conversions:write']));
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

test('[conversion-input] invalid amounts and bodies are rejected', async () => {
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

test('on a full disk the caller is told to retry', async () => {
  const world = ingressWorld();
  world.disk.isFull = true;

  const answer = await world.postback(`${proven}&value=1&order_id=A-1`);

  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).not.toBeNull();
});

test('a repeat is accepted, and the debug list marks it as a repeat', async () => {
  const world = ingressWorld();

  await world.postback(`${proven}&value=1&order_id=A-1`);
  const again = await world.postback(`${proven}&value=2&order_id=A-1`);

  expect(again.status).toBe(200);
  expect(world.attempts.map(({ outcome }) => outcome)).toEqual(['recorded', 'repeat']);
});
