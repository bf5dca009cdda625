import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'bun:test';
import { routes } from '#contract/routes';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { routesOf } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** The calls of the first web app, which programs of that time still make. */
const firstCalls = [
  'GET /api/auth/user',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/register',
  'POST /api/create-payment-intent',
  'POST /api/confirm-payment',
  'POST /api/create-subscription',
  'PUT /api/profile',
  'PUT /api/profile/password',
  'PUT /api/profile/avatar',
  'POST /api/objects/upload',
  'POST /api/contact',
  'POST /api/links',
  'GET /api/links',
  'PUT /api/links/:',
  'DELETE /api/links/:',
  'POST /api/conversions',
  'GET /api/analytics',
  'GET /api/export/links',
  'GET /api/track/:',
];

/** Names of parameters are nothing that a caller sees. */
const asCalled = (name: string) => name.replaceAll(/:\w+/g, ':');

test('the twenty first calls keep their addresses', () => {
  const answered = new Set(routesOf(world).map(({ name }) => asCalled(name)));

  expect(firstCalls.length).toBe(20);
  expect(firstCalls.filter((name) => !answered.has(name))).toEqual([]);
});

test('docs/api-keys.md names every call that no key opens, with the reason', () => {
  const text = readFileSync(join(import.meta.dir, '../../docs/api-keys.md'), 'utf8');
  const named = [...text.matchAll(/^\| `([A-Z]+ \/api\/\S+)` +\| (.*\S) +\|$/gm)];
  const closed = routes
    .filter(({ caller, scope }) => caller === undefined && scope === undefined)
    .map(({ name }): string => name);

  expect(named.map(([, name = '']) => name).toSorted()).toEqual(closed.toSorted());
  for (const [, name, reason = ''] of named) {
    expect({ name, isReason: reason.length > 20 }).toEqual({ name, isReason: true });
  }
});
