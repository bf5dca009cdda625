import { afterAll, expect, test } from 'bun:test';
import { mostWrongKeys } from '#core/accounts/wrong-keys';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

test('wrong keys of one network are answered by 429 after a while, on every way in', async () => {
  const { fullKey } = await newTenant(world);
  const ask = (path: string, key: string, address: string, method = 'GET') =>
    call(world.api, path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    });
  const wrong = () => `wp_${crypto.getRandomValues(Buffer.alloc(32)).toString('hex')}`;
  const known = await ask('/api/v1/account', fullKey, '198.51.100.1');

  for (let n = 0; n < mostWrongKeys; n += 1) {
    const { status } = await ask('/api/v1/tags', wrong(), '198.51.100.1');
    expect(status).toBe(401);
  }

  for (const [path, method] of [
    ['/api/v1/tags', 'GET'],
    ['/api/mcp', 'POST'],
    ['/clickhouse?query=SELECT+1', 'GET'],
    [`/api/postback?link=some`, 'GET'],
  ]) {
    const refused = await ask(path ?? '', wrong(), '198.51.100.1', method);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask('/api/v1/tags', wrong(), '198.51.100.2')).status).toBe(401);
  const still = await ask('/api/v1/account', fullKey, '198.51.100.1');
  expect([known.status, still.status]).toEqual([200, 200]);
});
