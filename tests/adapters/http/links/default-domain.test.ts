import { afterAll, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { newTenant } from '#tests/support/builders/tenants';
import { edgeWorld, shortUrl } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

test('a new link is on the account’s default domain, while that is proven, unless it names another', async () => {
  const [owner, stranger] = [await newTenant(world), await newTenant(world)];
  const [{ host } = { host: '' }] = await world.sql<{ host: string }[]>`
    UPDATE domains SET state = 'proven', is_pointed = true, is_default = true
    WHERE id = ${owner.domainId} RETURNING host`;
  const made = async (cookie: string, more: object = {}) => {
    const json = { originalUrl: 'https://example.com/', ...more };
    const answer = await call(world.api, '/api/links', { cookie, json });
    const { domain, shortUrl: address, shortCode } = await answer.json();
    expect(answer.status).toBe(201);
    expect(address.endsWith(`/${shortCode}`)).toBe(true);
    return [domain, new URL(address).host];
  };
  const ownHost = new URL(shortUrl).host;

  expect(await made(owner.cookie)).toEqual([host, host]);
  expect(await made(owner.cookie, { domain: null })).toEqual([null, ownHost]);
  expect(await made(stranger.cookie)).toEqual([null, ownHost]);

  await world.sql`UPDATE domains SET state = 'suspended' WHERE id = ${owner.domainId}`;
  expect(await made(owner.cookie)).toEqual([null, ownHost]);
});
