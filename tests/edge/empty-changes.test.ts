import { afterAll, expect, test } from 'bun:test';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { keptBy } from '#tests/support/databases/owned-rows';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { addressOf, bearer, type Route, routesOf } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const routes = routesOf(world);
const changes = routes.filter(
  ({ method, path }) => method === 'PATCH' && path.startsWith('/api/v1/'),
);

/** What a route changes: read at its own address, or else from the list above it. */
async function shown(route: Route, things: Things): Promise<unknown> {
  const address = addressOf(route, things);
  const hasAddress = routes.some(({ name }) => name === `GET ${route.path}`);
  const [list, id] = [address.slice(0, address.lastIndexOf('/')), address.split('/').at(-1)];
  const answer = await call(world.api, hasAddress ? address : list, bearer(things.fullKey));
  expect([route.name, answer.status]).toEqual([route.name, 200]);
  const body = await answer.json();
  return hasAddress ? body : body.data.find((one: { id: string }) => one.id === id);
}

/** What is stored nevertheless, in which table, and that nobody is shown it. */
const unseen: Readonly<Record<string, string>> = {
  // When the row was last written.
  'PATCH /api/v1/account': 'users',
  // The first change stores the defaults.
  'PATCH /api/v1/settings': 'settings',
  // The row's place in the order of what the caches of domains and the judge of tests read again.
  'PATCH /api/v1/domains/:id': 'domains',
  'PATCH /api/v1/links/:id/split-tests/:testId': 'split_tests',
};

test('a change without fields leaves every resource as it is, its version and its times too', async () => {
  const things = await newTenant(world, { hasEvents: true });
  const changed: string[] = [];

  for (const route of changes) {
    const kept = async () => {
      const { [unseen[route.name] ?? '']: _, ...tables } = await keptBy(world.sql, things.userId);
      return { tables, shown: await shown(route, things) };
    };
    const before = await kept();
    const answer = await call(world.api, addressOf(route, things), {
      ...bearer(things.fullKey),
      method: 'PATCH',
      json: {},
    });
    expect([route.name, answer.status]).toEqual([route.name, 200]);
    expect([route.name, before.shown]).not.toEqual([route.name, undefined]);
    if (!Bun.deepEquals(before, await kept())) changed.push(route.name);
  }

  expect(changes.length).toBeGreaterThan(10);
  expect(changed).toEqual([]);
});
