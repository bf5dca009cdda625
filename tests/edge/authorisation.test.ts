import { afterAll, describe, expect, test } from 'bun:test';
import { routes as contract } from '#contract/routes';
import type { Call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { digestOfPerson } from '#tests/support/databases/owned-rows';
import { newTenant, nobodysThings, type Things } from '#tests/support/builders/tenants';
import { addressOf, ask as askIn, routesOf, type Route } from './ask.ts';
import type { Actor } from './row.ts';
import { rows } from './rows.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const routes = routesOf(world);
const ask = (route: Route, things: Things, more: Call) => askIn(world, { route, things }, more);

test('[separate-accounts] every route has its row in the matrix, and every row its route', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(rows).sort());
});

test('[separate-accounts] every row calls the route that it names', () => {
  const things = nobodysThings();

  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
    expect(addressOf(route, things)).toMatch(pattern);
  }
});

/**
 * Everybody may ask who they are, sign in, and open a public page, here with a password: 401 is then
 * what the route finds out.
 */
const unauthenticated = new Set([
  'GET /api/auth/user',
  'POST /api/auth/login',
  'GET /api/public/:token',
  'POST /api/public/:token/unlock',
]);

test('[separate-accounts] the matrix and the contract agree about who may call each route', () => {
  for (const { name, caller } of contract) {
    // For the others, an operator's address does not exist.
    if (caller === 'operator' || unauthenticated.has(name)) continue;
    const program = typeof caller === 'object' ? caller : null;
    const isForPeople = program === null || program.orPerson === true;
    const statuses = rows[name]?.statuses;
    const isUnknown = (actor: Actor) => statuses?.[actor] === 401;
    const lacksScope = (actor: Actor) => program !== null && statuses?.[actor] === 403;

    expect({
      name,
      isAnybodys: !isUnknown('anonymous'),
      isForPeople: !isUnknown('owner'),
      isForKeys: !isUnknown('anothersKey'),
      isForReadKey: !isUnknown('readKey') && !lacksScope('readKey'),
      isForWriteKey: !isUnknown('writeKey') && !lacksScope('writeKey'),
    }).toEqual({
      name,
      isAnybodys: caller === 'anybody',
      isForPeople,
      isForKeys: caller === 'anybody' || program !== null,
      isForReadKey: caller === 'anybody' || program?.scope === 'conversions:read',
      isForWriteKey: caller === 'anybody' || program?.scope === 'conversions:write',
    });
  }
});

const bearer = (key: string): Call => ({ headers: { authorization: `Bearer ${key}` } });

/** The bytes of a response, without the parts that identify and count the request. */
async function bytesOf(answer: Response): Promise<unknown> {
  const text = (await answer.text()).replace(/"requestId":"[^"]+"/, '');
  const headers = [...answer.headers].filter(
    ([name]) => !/^(x-request-id|ratelimit-.+)$/.test(name),
  );
  return { status: answer.status, text, headers };
}

describe('[separate-accounts] the authorisation matrix', () => {
  for (const route of routes) {
    const row = rows[route.name];
    if (row === undefined) continue;
    const { statuses } = row;
    const line = Object.entries(statuses).map(([actor, status]) => `${actor} ${status}`);

    test(`${route.name}: ${line.join(', ')}`, async () => {
      const [owner, another, third] = await Promise.all([
        newTenant(world, { hasEvents: true }),
        newTenant(world),
        newTenant(world),
      ]);
      const before = await digestOfPerson(world.sql, owner.userId);
      const seen: Partial<Record<Actor, Response>> = {};

      seen.anonymous = await ask(route, owner, {});
      seen.another = await ask(route, owner, { cookie: another.cookie });
      const missing = await ask(route, nobodysThings(), { cookie: third.cookie });
      seen.anothersKey = await ask(route, owner, bearer(another.fullKey));
      const missingForKey = await ask(route, nobodysThings(), bearer(another.fullKey));
      const after = await digestOfPerson(world.sql, owner.userId);
      seen.readKey = await ask(route, owner, bearer(owner.readKey));
      seen.writeKey = await ask(route, owner, bearer(owner.writeKey));
      seen.owner = await ask(route, owner, { cookie: owner.cookie });

      expect(statusesOf(seen)).toEqual({ ...statuses });
      const { caller } = contract.find(({ name }) => name === route.name) ?? {};
      const takesKeys = typeof caller === 'object' && caller.orPerson !== true;
      const writer = takesKeys ? seen.writeKey : seen.owner;
      const isForAccounts = statuses.anonymous === 401 && (takesKeys || statuses.owner !== 401);
      // Every writing call of an account is limited, and its response contains the limit.
      const isCounted = route.method !== 'GET' && isForAccounts;
      expect(writer.headers.has('ratelimit-limit')).toBe(isCounted);
      expect(await textOf(seen.another)).not.toContain(owner.marker);
      expect(await textOf(seen.anonymous)).not.toContain(owner.marker);
      expect(await textOf(seen.anothersKey)).not.toContain(owner.marker);
      if (statuses.another === 404) {
        expect(await bytesOf(seen.another)).toEqual(await bytesOf(missing));
      }
      if (statuses.anothersKey === 404) {
        expect(await bytesOf(seen.anothersKey)).toEqual(await bytesOf(missingForKey));
      }
      if (!row.isForOwner) expect(after).toEqual(before);
    });
  }
});

function statusesOf(seen: Partial<Record<Actor, Response>>): Record<string, number> {
  return Object.fromEntries(Object.entries(seen).map(([actor, { status }]) => [actor, status]));
}

async function textOf(answer: Response): Promise<string> {
  return answer.clone().text();
}

describe('[separate-accounts] after the trial everything works except creating and editing links', () => {
  for (const route of routes) {
    const row = rows[route.name];
    if (row === undefined || row.statuses.anonymous !== 401) continue;
    const status = row.lapsed ?? row.statuses.owner;

    test(`${route.name} returns ${status}`, async () => {
      const owner = await newTenant(world, {
        isLapsed: true,
        hasEvents:
          ['/api/conversions/:id', '/api/profile/avatar'].includes(route.path) ||
          route.path.startsWith('/api/public/'),
      });

      const answer = await ask(route, owner, { cookie: owner.cookie });

      expect(answer.status).toBe(status);
    });
  }
});
