import { afterAll, describe, expect, test } from 'bun:test';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { call, type Call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant } from '#tests/support/builders/tenants';
import { budget } from '#core/shared/limits/budget';
import { rateLimit } from '#core/shared/limits/rate-limit';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const owner = await newTenant(world);

const from = (address: string, more: Call = {}): Call => ({
  ...more,
  headers: { 'x-forwarded-for': address, ...more.headers },
});

/** The statuses of this many calls, and the last one's Retry-After. */
async function statusesOf(count: number, ask: (n: number) => Promise<Response>) {
  const answers: Response[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await ask(n));
  const last = answers.at(-1);
  const retryAfter = Number(last?.headers.get('retry-after'));
  return {
    statuses: answers.map(({ status }) => status),
    retryAfter,
    rateLimit: last?.headers.get('ratelimit'),
  };
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

describe('[rate-limits] requests over a limit get Retry-After', () => {
  test('failed logins, 10 for an IPv6 network of 64 bits', async () => {
    const json = { email: owner.email, password: 'not the password' };

    const seen = await statusesOf(11, (n) =>
      call(world.api, '/api/auth/login', from(`2001:db8:1:1::${n}`, { json })),
    );

    expect(seen.statuses).toEqual([...times(10, 401), 429]);
    expect(seen.retryAfter).toBeGreaterThan(500);
    expect(seen.retryAfter).toBeLessThanOrEqual(600);
    expect(seen.rateLimit).toBe(`"default";r=0;t=${seen.retryAfter}`);
  });

  test('[client-address] new accounts: 30 for an address, and forwarding headers do not change that', async () => {
    const json = {
      firstName: 'Eve',
      lastName: 'Moss',
      email: owner.email,
      password: 'eavesdropper',
    };
    const register = (claimed: string) =>
      call(world.api, '/api/register', from(`${claimed}, 203.0.113.31`, { json }));

    const first = await register('198.51.100.1');
    await world.sql`
      UPDATE rate_limits SET acts = acts || array_fill(acts[1], ARRAY[28])
      WHERE name = 'registrations'`;
    const seen = await statusesOf(2, (n) => register(`198.51.100.${n + 2}`));

    expect([first.status, ...seen.statuses]).toEqual([409, 409, 429]);
    expect(seen.retryAfter).toBeGreaterThan(3400);
    expect(seen.rateLimit).toBe(`"default";r=0;t=${seen.retryAfter}`);
  });

  test('unknown names, 100 a minute, while known links redirect', async () => {
    const address = '203.0.113.32';
    const visit = (path: string) =>
      world.fetch(
        new Request(`${world.appUrl}${path}`, { headers: { 'x-forwarded-for': address } }),
      );

    const seen = await statusesOf(101, (n) => visit(`/guess${n}`));
    const known = await visit(`/${owner.code}`);

    expect(seen.statuses).toEqual([...times(100, 404), 429]);
    expect(seen.retryAfter).toBeGreaterThan(0);
    expect(seen.rateLimit).toBe(`"default";r=0;t=${seen.retryAfter}`);
    expect(known.status).toBe(302);
  });
});

describe('[bounded-memory] a million addresses', () => {
  const addresses = Array.from({ length: 1_000_000 }, (_, n) => `2001:db8:${n.toString(16)}::/64`);

  /** Megabytes that remain after every key has acted once. */
  function keptMegabytes(act: (address: string) => void): number {
    Bun.gc(true);
    const before = process.memoryUsage().heapUsed;
    for (const address of addresses) act(address);
    Bun.gc(true);
    return (process.memoryUsage().heapUsed - before) / 2 ** 20;
  }

  test('use as little memory as ten thousand', () => {
    const limit = rateLimit({ limit: 30, windowMs: 3_600_000 });
    const spending = budget({ limit: 300, windowMs: 60_000, keys: 10_000 });

    expect(keptMegabytes((address) => void limit.waitSeconds(address, 0))).toBeLessThan(20);
    expect(keptMegabytes((address) => void spending.waitSeconds(address, 0))).toBeLessThan(20);
    // Both are referenced until here.
    expect([limit.waitSeconds('a', 0), spending.waitSeconds('a', 0)]).toEqual([0, 0]);
  });
});

test('[rate-limits] while failed logins cannot be counted, nobody can sign in', async () => {
  const attempt = { addressKey: 'a', siteKey: null, accountKey: 'b', atMs: 0 };
  const failures = postgresLoginFailures(world.sql);

  await world.sql`ALTER TABLE login_failures RENAME TO elsewhere`;
  const opened = failures.open(attempt, () => 0);
  await expect(opened).rejects.toThrow();
  const answer = await call(world.api, '/api/auth/login', {
    json: { email: owner.email, password: 'analytical engine' },
  });
  await world.sql`ALTER TABLE elsewhere RENAME TO login_failures`;

  expect(answer.status).toBe(500);
  expect(answer.headers.get('set-cookie')).toBeNull();
});
