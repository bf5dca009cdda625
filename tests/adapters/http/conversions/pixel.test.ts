import { expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import {
  firefox,
  foreign,
  ingressWorld,
  noonMs,
  shop,
  untracked,
} from '#tests/support/worlds/conversions/ingress-world';

type World = ReturnType<typeof ingressWorld>;
const last = ({ attempts }: World) => {
  const { outcome, reason } = attempts.at(-1) ?? {};
  return { outcome, reason };
};

test('an image on a thank-you page records its parameters for the visitor who loads it', async () => {
  const world = ingressWorld();

  await world.pixel('event=sale&value=49.99&currency=EUR&order_id=A-1');

  expect(world.recorded).toMatchObject([
    {
      linkId: shop.id,
      userId: shop.userId,
      receivedAtMs: noonMs,
      eventType: 'sale',
      valueCents: 4999,
      profitCents: 0,
      currency: 'EUR',
      orderId: 'A-1',
      source: 'pixel',
      isConfirmed: false,
      isAlwaysNew: false,
      click: null,
      address: '203.0.113.7',
      userAgent: firefox,
      certainty: 'written',
    },
  ]);
  expect(last(world)).toEqual({ outcome: 'recorded', reason: 'none' });
});

test('without parameters it records a sale of 0 USD, also under an alias in any case', async () => {
  const world = ingressWorld();

  await world.pixel('', {}, 'SUMMER');

  expect(world.recorded).toMatchObject([
    { linkId: shop.id, eventType: 'sale', valueCents: 0, currency: 'USD', orderId: '' },
  ]);
});

test('a signed click id identifies the click, its variant and the link', async () => {
  const world = ingressWorld();
  const cid = world.cid(shop.number, 29, 2);

  await world.pixel(`cid=${cid}`);
  await world.pixel(`cid=${cid}`, {}, '_');

  expect(world.recorded.map(({ linkId }) => linkId)).toEqual([shop.id, shop.id]);
  expect(world.recorded.map(({ click }) => click?.variant)).toEqual([2, 2]);
  expect(world.attempts.map(({ outcome }) => outcome)).toEqual(['recorded', 'repeat']);
});

test('a second event of the same visitor on one day is a repeat, without order id and click id', async () => {
  const world = ingressWorld();
  const other = { headers: { 'user-agent': 'Mozilla/5.0 (another browser)' } };

  for (const more of [{}, {}, other]) await world.pixel('value=5', more);
  await world.pixel('event=lead');
  await world.pixel('value=5', { headers: { 'sec-gpc': '1' } });
  await world.pixel('value=5', { headers: { 'sec-gpc': '1' } });
  world.time.nowMs += dayMs;
  await world.pixel('value=5');

  const [first, second, ...others] = world.attempts.map(({ outcome }) => outcome);
  expect([first, second]).toEqual(['recorded', 'repeat']);
  expect(others).toEqual(Array(5).fill('recorded'));
});

test('with visitor cookies, a visitor without one is never a repeat', async () => {
  const world = ingressWorld('cookie');
  const known = { headers: { cookie: `wp_visitor=${'a'.repeat(32)}` } };

  for (const more of [{}, {}, known, known]) await world.pixel('value=5', more);

  const outcomes = world.attempts.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['recorded', 'recorded', 'recorded', 'repeat']);
});

test('[click-ids] a click id that is changed, too old or of another link is ignored', async () => {
  const world = ingressWorld();
  const cids = {
    cid_unreadable: `${world.cid().slice(0, -3)}AAA`,
    cid_elsewhere: world.cid(foreign.number),
    cid_too_old: world.cid(shop.number, 31),
  };

  for (const [reason, cid] of Object.entries(cids)) {
    await world.pixel(`cid=${cid}&order_id=${reason}`);
    expect(world.recorded.at(-1)?.click).toBeNull();
    const [attempt] = world.attempts.slice(-1);
    expect(`${attempt?.outcome} ${attempt?.reason}`).toBe(`recorded ${reason}`);
    expect(attempt?.hasClickId).toBe(false);
  }
  expect(world.recorded).toHaveLength(3);
});

test('[conversion-input] invalid values, currencies, events and order ids record nothing', async () => {
  const world = ingressWorld();
  const hostile: [string, string][] = [
    ...['-1', 'NaN', 'Infinity', '1e309', '1e3', '0x10', '1,000', '٣', '1000000000000000000']
      .concat('12.345', '12.345 USD', '10000000.01')
      .map((value): [string, string] => [`value=${encodeURIComponent(value)}`, 'value']),
    ['currency=USDT', 'currency'],
    ['value=0.5&currency=JPY', 'currency'],
    ['event=refund', 'event'],
    [`event=${'x'.repeat(7000)}`, 'event'],
    [`order_id=${'x'.repeat(129)}`, 'order_id'],
    ['order_id=a%09b', 'order_id'],
  ];

  for (const [query, reason] of hostile) {
    await world.pixel(query);
    const { outcome, reason: because } = last(world);
    expect(`${query}: ${outcome} ${because}`).toBe(`${query}: refused ${reason}`);
  }
  expect(world.recorded).toHaveLength(0);
});

test('HEAD, prefetches and bots record only a debug entry', async () => {
  const world = ingressWorld();

  await world.pixel('value=1', { method: 'HEAD' });
  expect(last(world)).toEqual({ outcome: 'ignored', reason: 'bot' });
  await world.pixel('value=1', { headers: { 'user-agent': 'a bot' } });
  expect(last(world)).toEqual({ outcome: 'ignored', reason: 'bot' });
  for (const header of ['sec-purpose', 'purpose']) {
    await world.pixel('value=1', { headers: { [header]: 'prefetch' } });
    expect(last(world)).toEqual({ outcome: 'ignored', reason: 'prefetch' });
  }

  expect(world.recorded).toHaveLength(0);
  expect(world.attempts).toHaveLength(4);
});

test('tests, and events of links without conversion tracking, record only a debug entry', async () => {
  const world = ingressWorld();

  await world.pixel('value=1', {}, untracked.code);
  expect(last(world)).toEqual({ outcome: 'ignored', reason: 'not_tracked' });
  await world.pixel('value=1&test=1');
  expect(last(world)).toEqual({ outcome: 'test', reason: 'none' });

  expect(world.recorded).toHaveLength(0);
});

test('[do-not-track] visitors who opt out of tracking get no cookie', async () => {
  const world = ingressWorld();

  await world.pixel('', { headers: { 'sec-gpc': '1', cookie: `wp_v=${'a'.repeat(32)}` } });

  expect(world.recorded).toMatchObject([{ isAnonymous: true, visitorCookie: '' }]);
});

test('[answers-alike] the response is the same, byte for byte, for every outcome', async () => {
  const world = ingressWorld();
  const answers = [
    await world.pixel('value=49.99&order_id=A-1'),
    await world.pixel('value=49.99&order_id=A-1'),
    await world.pixel('value=-1'),
    await world.pixel('currency=USDT'),
    await world.pixel(`cid=${world.cid(foreign.number)}`),
    await world.pixel('', {}, untracked.code),
    await world.pixel('', {}, 'nobody'),
    await world.pixel('test=1'),
    await world.pixel(`event=${'x'.repeat(20_000)}`),
    await world.pixel('order_id=%00&value=%&cid=%FF'),
    await world.pixel('', {}, '%FF'),
    await world.pixel('', {}, '%00'),
    await world.pixel('', {}, 'x'.repeat(5000)),
    await world.pixel('', { headers: { 'user-agent': 'a bot' } }),
  ];
  world.disk.isFull = true;
  answers.push(await world.pixel('order_id=A-2'));
  expect(last(world)).toEqual({ outcome: 'refused', reason: 'not_kept' });

  const seen = await Promise.all(answers.map(everythingOf));

  expect(new Set(seen).size).toBe(1);
  const [first] = answers;
  expect(first?.status).toBe(200);
  expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('[answers-alike] excess reports are dropped and logged once, with the usual response', async () => {
  const world = ingressWorld();

  for (let n = 0; n < 205; n += 1) await world.pixel(`order_id=${n}`);

  expect(world.recorded).toHaveLength(200);
  expect(world.attempts).toHaveLength(201);
  expect(last(world)).toEqual({ outcome: 'refused', reason: 'too_many' });
  world.time.nowMs += 60_000;
  await world.pixel('order_id=later');
  expect(world.recorded).toHaveLength(201);
});

/** Status, headers without the request's own id, and body, as text. */
async function everythingOf(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
  return JSON.stringify([answer.status, headers, (await answer.bytes()).toHex()]);
}
