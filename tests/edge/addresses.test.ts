import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { routes } from '#contract/routes';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { operations } from '#tests/support/documented';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { addressOf, bearer, routesOf } from './ask.ts';

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

/** Values of parameters that take no blank, and of which the document gives no example. */
const values: Readonly<Record<string, string>> = {
  ids: Bun.randomUUIDv7(),
  externalId: 'sku-1',
  untracked: 'true',
  size: '256',
  margin: '4',
  wait: 'true',
};
const parameterSchema = z.object({
  enum: z.array(z.string()).default([]),
  format: z.string().optional(),
});

/** A value that the document allows for a parameter. */
function valueOf({
  name,
  schema,
  example,
}: {
  name: string;
  schema: object;
  example?: string | undefined;
}) {
  const { format, enum: allowed } = parameterSchema.parse(schema);
  const moment = format === 'date-time' ? '2026-11-01T00:00:00.000Z' : undefined;
  return allowed[0] ?? moment ?? example ?? values[name] ?? '';
}

/** The calls with a query, as the document says, each with one of its parameters. */
const parameters = operations.flatMap(({ method, path, operation }) => {
  const name = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const route = routes.find((each) => each.name === name);
  if (route === undefined) throw new Error(`${name} is no route`);
  return (operation.parameters ?? [])
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => ({ route, parameter }));
});

test('a parameter of one value is refused when it is sent twice, and one of several is not', async () => {
  const owner = await newTenant(world);
  const seen: unknown[] = [];
  for (const { route, parameter } of parameters) {
    const address = addressOf(route, owner);
    // Only of a link that the account has, the answer has numbers.
    const value = parameter.name === 'linkId' ? owner.linkId : valueOf(parameter);
    const twice = [1, 2].map(() => [parameter.name, value]);
    const query = `${address.includes('?') ? '&' : '?'}${new URLSearchParams(twice)}`;
    const { method } = route;
    const json = method === 'GET' ? {} : { json: {} };
    const answer = await call(world.api, `${address}${query}`, {
      ...{ method, ...json, ...bearer(owner.fullKey) },
    });
    const { issues = [] } = answer.status === 422 ? await answer.json() : {};
    seen.push([route.name, parameter.name, answer.ok, issues]);
  }

  expect(seen.length).toBeGreaterThan(80);
  expect(seen).toEqual(
    parameters.map(({ route, parameter: { name } }) => {
      const once = { path: name, message: 'Send this parameter once' };
      const takesSeveral = route.severalOf?.includes(name) === true;
      return [route.name, name, takesSeveral, takesSeveral ? [] : [once]];
    }),
  );
});
