import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import { call, cookieOf, cookiesOf } from '#tests/support/calls';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { proofWorld, secret } from '#tests/support/worlds/sign-in/proof-world';
import { tokenIn } from '#tests/support/worlds/sign-in/reset-world';
import { schema } from '#tests/support/databases/schema';
import { caseCount, isExtended } from '#tests/support/extent';

const newPassword = 'difference engine no. 2';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** An account, its owner's browser, and clients elsewhere. */
async function attacked() {
  const started = proofWorld(database.sql);
  const { app, from, world, mails } = started;
  const email = `ada.${crypto.randomUUID()}@example.com`;
  const home = network();
  from.address = home;
  const person = { firstName: 'Ada', lastName: 'Byron', email, password: secret };
  const browser = cookiesOf(await call(app, '/api/register', { json: person }));
  await mails();

  const logIn = (address: string, { password = secret, cookie = '' } = {}) => {
    from.address = address;
    return call(app, '/api/auth/login', { json: { email, password }, cookie });
  };
  /**
   * Tries passwords from all addresses, each as soon as it is allowed again; returns the number of
   * attempts that were allowed.
   */
  const guess = async (addresses: readonly string[], forMs: number): Promise<number> => {
    const endMs = world.time.nowMs + forMs;
    const nextMs = new Map(addresses.map((address) => [address, world.time.nowMs]));
    let heard = 0;
    for (;;) {
      const [address, atMs] = [...nextMs].reduce((one, other) => (other[1] < one[1] ? other : one));
      if (atMs >= endMs) break;
      world.time.nowMs = Math.max(world.time.nowMs, atMs);
      const answer = await logIn(address, { password: `guess no. ${heard}` });
      if (answer.status === 401) heard += 1;
      const waitSeconds = Number(answer.headers.get('retry-after') ?? 0);
      nextMs.set(address, world.time.nowMs + Math.max(1, waitSeconds) * secondMs);
    }
    world.time.nowMs = endMs;
    return heard;
  };
  return { ...started, email, home, browser, logIn, guess };
}

let networks = 0;

/** An unused address: a /64 network, each in its own site. */
function network(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}:1::/64`;
}

const twelve = () => Array.from({ length: 12 }, network);

describe('[no-lock-outs] a stranger with twelve addresses who guesses at an account', () => {
  test('within a day never locks out the owner at an address without failures', async () => {
    const { logIn, guess } = await attacked();
    const addresses = twelve();
    const statuses: number[] = [];

    let heard = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      heard += await guess(addresses, hourMs);
      statuses.push((await logIn(network())).status);
    }

    expect(statuses).toEqual(Array(24).fill(200));
    expect(heard).toBeLessThan(400);
  }, 120_000);

  test('never locks out the owner’s known browser at any address', async () => {
    const { logIn, guess, browser, home } = await attacked();
    const addresses = twelve();
    await guess([...addresses, home], hourMs);

    const statuses: number[] = [];
    for (const address of [home, ...addresses]) {
      statuses.push((await logIn(address, { cookie: browser })).status);
    }

    expect(statuses).toEqual(Array(13).fill(200));
    expect((await logIn(home)).status).toBe(429);
  }, 60_000);

  test('never stops a signed-in person from confirming their password', async () => {
    const { app, from, guess, home, browser } = await attacked();
    const addresses = twelve();
    await guess([...addresses, home], hourMs);
    const statuses: number[] = [];
    const session = browser.split('; ', 1)[0] ?? '';
    const ask = (path: string, method: string, json: object) =>
      call(app, path, { method, json, cookie: session });

    for (const address of [home, ...addresses]) {
      from.address = address;
      const json = { password: secret };
      statuses.push((await ask('/api/auth/reauthenticate', 'POST', json)).status);
    }
    const changed = await ask('/api/profile/password', 'PUT', {
      currentPassword: secret,
      newPassword,
      confirmPassword: newPassword,
    });
    const deleted = await ask('/api/profile', 'DELETE', { password: newPassword });

    expect(statuses).toEqual(Array(13).fill(204));
    expect([changed.status, deleted.status]).toEqual([204, 204]);
  }, 60_000);

  test('slows down a browser that signed in before the password was changed', async () => {
    const { app, world, logIn, guess, home, browser } = await attacked();
    const session = browser.split('; ', 1)[0] ?? '';
    world.time.nowMs += secondMs;
    const change = { currentPassword: secret, newPassword, confirmPassword: newPassword };
    const changed = await call(app, '/api/profile/password', {
      method: 'PUT',
      json: change,
      cookie: session,
    });
    const [shared = '', ...others] = twelve();
    await guess([shared, home, ...others], hourMs);

    const before = await logIn(shared, { password: newPassword, cookie: browser });
    const after = await logIn(shared, {
      password: newPassword,
      cookie: cookiesOf(changed, browser),
    });

    expect([before.status, after.status]).toEqual([429, 200]);
  }, 60_000);

  test('no longer locks out the owner after a password reset', async () => {
    const { app, from, logIn, guess, email, mails } = await attacked();
    const addresses = twelve();
    await guess(addresses, hourMs);
    const [shared = ''] = addresses;
    from.address = shared;
    await call(app, '/api/auth/forgot-password', { json: { email } });
    const token = tokenIn((await mails()).at(-1));
    const json = { token, newPassword, confirmPassword: newPassword };

    const reset = await call(app, '/api/auth/reset-password', { json });
    const browser = cookiesOf(reset);
    const anew = await logIn(shared, { password: newPassword });
    await guess(addresses, 10 * minuteMs);
    const there = await logIn(shared, { password: newPassword, cookie: browser });
    const elsewhere = await logIn(network(), { password: newPassword });

    expect(reset.status).toBe(204);
    expect([anew.status, there.status, elsewhere.status]).toEqual([200, 200, 200]);
  }, 60_000);

  test('lets a person at an address without failures retry after a typing error', async () => {
    const { logIn, guess, world } = await attacked();
    await guess(twelve(), hourMs);
    const clean = network();

    const statuses: number[] = [];
    for (const password of ['a slip', 'another slip', secret]) {
      statuses.push((await logIn(clean, { password })).status);
    }
    const unlucky = network();
    for (let n = 0; n < 3; n += 1) await logIn(unlucky, { password: 'a slip' });
    const refused = await logIn(unlucky);
    world.time.nowMs += Number(refused.headers.get('retry-after')) * secondMs;

    expect(statuses).toEqual([401, 401, 200]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(hourMs / secondMs);
    expect((await logIn(unlucky)).status).toBe(200);
  }, 60_000);
});

describe('guesses accepted per day', () => {
  for (const [count, most] of [
    [1, 40],
    [12, 360],
    ...(isExtended ? ([[100, 2800]] as const) : []),
  ] as const) {
    test(`from ${count} addresses are at most ${most}`, async () => {
      const { guess } = await attacked();

      const heard = await guess(Array.from({ length: count }, network), dayMs);

      console.log(`guesses a day at one account from ${count} addresses: ${heard}`);
      expect(heard).toBeLessThanOrEqual(most);
    }, 120_000);
  }

  test('from unknown addresses share the limit of one address', async () => {
    const { guess } = await attacked();

    expect(await guess([''], dayMs)).toBeLessThanOrEqual(40);
  }, 60_000);

  test('from the networks of one IPv6 site are at most a hundred per hour', async () => {
    const { guess } = await attacked();
    const hours = caseCount({ check: 1, extended: 4 });
    const inSite = (n: number) => `2001:db8:ffff:${n.toString(16)}::/64`;

    const heard = await guess(
      Array.from({ length: 400 }, (_, n) => inSite(n)),
      hours * hourMs,
    );

    expect(heard).toBeLessThanOrEqual(100 * hours);
  }, 120_000);

  test('from a browser known to the owner are as many as from one address', async () => {
    const { logIn, browser, world } = await attacked();
    const device = browser
      .split('; ')
      .filter((pair) => pair.includes('device'))
      .join();
    const endMs = world.time.nowMs + dayMs;

    let heard = 0;
    while (world.time.nowMs < endMs) {
      const answer = await logIn(network(), { password: 'a guess', cookie: device });
      if (answer.status === 401) heard += 1;
      world.time.nowMs += 20 * minuteMs;
    }

    expect(device).not.toBe('');
    // Each address is new, and has one attempt of its own in addition to those of the browser.
    expect(heard).toBeLessThanOrEqual(72);
  }, 60_000);
});

test('the session cookie is the first cookie of a sign-in response', async () => {
  const { logIn, home } = await attacked();

  expect(cookieOf(await logIn(home))).toMatch(/^waypost_session=[\w-]{43}$/);
});
