import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { namesOf, routes } from '#contract/routes';
import { rows } from './rows.ts';

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
  const contract = routes.flatMap(namesOf).map(asCalled);
  // A picture: its route is not in the contract, but in the matrix, which names all routes.
  const pixel = Object.keys(rows).filter((name) => name.startsWith('GET /api/track/'));
  const answered = new Set([...contract, ...pixel.map(asCalled)]);

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
