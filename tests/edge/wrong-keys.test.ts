import { afterAll, expect, test } from 'bun:test';
import { mostWrongKeys } from '#core/accounts/wrong-keys';
import { someKeyText } from '#tests/support/builders/people';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

test('wrong keys of one network, an IPv6 /64, are answered by 429 after a while, on every way in', async () => {
  const { fullKey } = await newTenant(world);
  const ask = (path: string, key: string, address: string, method = 'GET') =>
    call(world.api, path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    });
  const known = await ask('/api/v1/account', fullKey, '2001:db8:1:1::1');
  const addresses = Array.from(
    { length: mostWrongKeys },
    (_, n) => `2001:db8:1:1::${(n + 1).toString(16)}`,
  );

  const answers = await Promise.all(
    addresses.map((address) => ask('/api/v1/tags', someKeyText(), address)),
  );

  expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 401));
  for (const [path, method] of [
    ['/api/v1/tags', 'GET'],
    ['/api/mcp', 'POST'],
    ['/clickhouse?query=SELECT+1', 'GET'],
    [`/api/postback?link=some`, 'GET'],
  ]) {
    const refused = await ask(path ?? '', someKeyText(), '2001:db8:1:1:ffff::1', method);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask('/api/v1/tags', someKeyText(), '2001:db8:1:2::1')).status).toBe(401);
  const still = await ask('/api/v1/account', fullKey, '2001:db8:1:1::1');
  expect([known.status, still.status]).toEqual([200, 200]);
});
