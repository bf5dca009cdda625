import { afterAll, describe, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { edgeWorld, shortUrl } from '#tests/support/worlds/edge-world';
import { newTenant, nobodysThings, type Things } from '#tests/support/builders/tenants';
import { rows } from './rows.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const owner = await newTenant(world);

/** Routes that intentionally show a stranger that an account exists. */
const tellsOfAccounts = ['POST /api/register', 'POST /api/create-payment-intent'];

let nth = 0;

/**
 * A stranger's response about the things, without the parts that identify the request or are new.
 */
async function toldAbout(things: Things, name: string): Promise<unknown> {
  const row = rows[name];
  const [method = '', path = ''] = name.split(' ');
  const json = row?.json?.(things);
  nth += 1;
  const answer = await call(world.api, row?.address?.(things) ?? path, {
    method,
    ...(json !== undefined && { json }),
    headers: { 'x-forwarded-for': `2001:db8:0:${nth.toString(16)}::1` },
  });
  const text = (await answer.text()).replace(/"(requestId|id)":"[^"]+"/, '');
  const headers = [...answer.headers].filter(([header]) => header !== 'x-request-id');
  return { status: answer.status, text, headers };
}

describe('[separate-accounts] a stranger learns nothing about the data of others', () => {
  for (const { method, path } of world.api.routes) {
    const name = `${method} ${path}`;
    if (tellsOfAccounts.includes(name)) continue;

    test(`${name} responds the same as for unknown data`, async () => {
      expect(await toldAbout(owner, name)).toEqual(await toldAbout(nobodysThings(), name));
    });
  }

  test('nor from pages for crawlers and visitors', async () => {
    const pages = ['/', '/login', '/robots.txt', '/sitemap.xml', '/wp.js', '/nobodys', '/a/b'];

    for (const address of pages.flatMap((path) => [world.appUrl + path, shortUrl + path])) {
      const text = await (await world.fetch(new Request(address))).text();

      for (const theirs of [owner.marker, owner.code, owner.userId, owner.linkId]) {
        expect(text).not.toContain(theirs);
      }
    }
  });

  test('nor from a paused link, except that it is paused', async () => {
    const json = { isActive: false };
    const paused = await call(world.api, `/api/links/${owner.linkId}`, {
      method: 'PUT',
      json,
      cookie: owner.cookie,
    });

    const answer = await world.fetch(new Request(`${shortUrl}/${owner.code}`));

    expect([paused.status, answer.status]).toEqual([200, 410]);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).not.toContain(owner.marker);
  });
});
