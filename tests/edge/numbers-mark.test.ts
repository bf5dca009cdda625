import { afterAll, expect, test } from 'bun:test';
import { newTenant } from '#tests/support/builders/tenants';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { ask, routesOf } from './ask.ts';

const world = await edgeWorld();
const owner = await newTenant(world);
afterAll(() => world[Symbol.asyncDispose]());

/** What the web app loads again when an open page is notified of new numbers or changed links. */
const loadedAgain = [
  'GET /api/analytics',
  'GET /api/analytics/report',
  'GET /api/conversions',
  'GET /api/links',
  'GET /api/v1/folders',
  'GET /api/v1/links',
  'GET /api/v1/links/:id',
  'GET /api/v1/links/:id/clicks',
  'GET /api/v1/tags',
  'POST /api/v1/analytics/query',
];

/** Also a question that is too long for an address. */
const isRead = ({ method, name }: { readonly method: string; readonly name: string }) =>
  method === 'GET' || name === 'POST /api/v1/analytics/query';

test('[live-pages] the answers that a page loads again have the mark of their state, and no others', async () => {
  const marked: string[] = [];
  for (const route of routesOf(world).filter(isRead)) {
    if (route.path === '/api/v1/stream') continue;
    const answer = await ask(world, { route, things: owner }, { cookie: owner.cookie });
    await answer.body?.cancel();
    if (answer.headers.get('x-numbers-mark') === 'a mark') marked.push(route.name);
  }

  expect(marked.toSorted()).toEqual(loadedAgain);
});

test('a stranger gets no mark', async () => {
  const routes = routesOf(world).filter(({ name }) => loadedAgain.includes(name));
  for (const route of routes) {
    const answer = await ask(world, { route, things: owner }, {});
    expect([route.name, answer.status, answer.headers.get('x-numbers-mark')]).toEqual([
      route.name,
      401,
      null,
    ]);
  }
});
