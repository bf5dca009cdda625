import { afterAll, describe, expect, test } from 'bun:test';
import { appUrl, call } from '#tests/support/calls';
import { routes as contract } from '#contract/routes';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { digestOfAll } from '#tests/support/databases/owned-rows';
import { newTenant } from '#tests/support/builders/tenants';
import { callerAs } from './ask.ts';
import { rows } from './rows.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const owner = await newTenant(world, { hasEvents: true });

const writes = world.api.routes
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));

/** The URL and body with which the route would be used for the owner's things. */
function useOf({ name, path }: { name: string; path: string }) {
  const row = rows[name];
  const body = JSON.stringify(row?.json?.(owner) ?? {});
  return { address: row?.address?.(owner) ?? path, body };
}

/** The headers with which another site can make a browser describe a request. */
const foreignSenders: Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: appUrl },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'https://app.localhost' },
  { origin: `${appUrl}.evil.example` },
  {},
];

describe('[foreign-writes] a write that another site triggers in the browser', () => {
  for (const route of writes.filter(({ name }) => !rows[name]?.isCookieless)) {
    test(`${route.name} is rejected, and changes nothing`, async () => {
      const { address, body } = useOf(route);
      const before = await digestOfAll(world.sql, []);

      for (const sender of foreignSenders) {
        const headers = { 'content-type': 'application/json', cookie: owner.cookie, ...sender };
        const answer = await world.api.fetch(
          new Request(`http://localhost${address}`, { method: route.method, headers, body }),
        );

        expect([sender, answer.status]).toEqual([sender, 403]);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }

      expect(await digestOfAll(world.sql, [])).toEqual(before);
    });
  }
});

describe('[foreign-writes] a form that another site submits is not accepted as JSON', () => {
  const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

  for (const route of writes.filter(({ name }) => !rows[name]?.takesForms)) {
    test(`${route.name} accepts only JSON`, async () => {
      const { address, body } = useOf(route);
      // A fresh account, because these calls count in its limits.
      const asked = callerAs(route)(await newTenant(world));
      const refused = refusedFor(route);

      for (const type of formTypes) {
        const answer = await call(world.api, address, {
          method: route.method,
          ...asked,
          headers: { ...asked.headers, 'content-type': type },
          json: body,
        });

        expect([type, answer.status]).toEqual([type, refused]);
      }
    });
  }
});

/** Who may not call learns that before the body is looked at. */
function refusedFor({ name, path }: { readonly name: string; readonly path: string }): number {
  // For others than operators these routes do not exist, and some take keys alone.
  if (path.startsWith('/api/admin')) return 404;
  const { caller } = contract.find((route) => route.name === name) ?? {};
  return typeof caller === 'object' ? 401 : 415;
}

/** Reading extends sessions and stores the use of a key; reports arrive by GET too. */
const changedByReading = ['conversion_attempts'];

test('[foreign-writes] GET requests change nothing', async () => {
  const reads = world.api.routes.filter(({ method }) => method === 'GET');
  const addresses = [
    ...reads.map(({ path }) => rows[`GET ${path}`]?.address?.(owner) ?? path),
    ...['/', '/dashboard', '/login', '/robots.txt', '/assets/favicon.ico', '/nowhere', '/a/b'],
    ...[`/${owner.code}`, `/${owner.alias}?utm_source=shop`],
  ];
  const headers = { cookie: owner.cookie, 'x-forwarded-for': '203.0.113.9' };
  const before = await digestOfAll(world.sql, changedByReading);
  const beside = await world.keptBesidePostgres();

  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await world.fetch(new Request(`${appUrl}${address}`, { method, headers }));
      await answer.arrayBuffer();
      expect([address, answer.status < 500]).toEqual([address, true]);
    }
  }

  expect(await digestOfAll(world.sql, changedByReading)).toEqual(before);
  expect(await world.keptBesidePostgres()).toEqual(beside);
  expect(beside.filter((line) => line.includes('avatars/'))).toHaveLength(1);
});

test('[foreign-writes] a link cannot sign a person out', async () => {
  const led = await call(world.api, '/api/auth/logout', { method: 'GET', cookie: owner.cookie });

  expect(led.status).toBe(405);
  expect((await call(world.api, '/api/auth/user', { cookie: owner.cookie })).status).toBe(200);
});
