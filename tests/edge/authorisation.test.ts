import { afterAll, describe, expect, test } from 'bun:test';
import { allows, type Scope, scopes } from '#contract/accounts/api-keys';
import { namesOf, routes as contract } from '#contract/routes';
import { call, type Call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { digestOfPerson } from '#tests/support/databases/owned-rows';
import { addKey, newTenant, nobodysThings, type Things } from '#tests/support/builders/tenants';
import { addressOf, ask as askIn, bearer, callerAs, routesOf, rowOf, type Route } from './ask.ts';
import type { Actor, Statuses } from './row.ts';
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
  'GET /api/public/:token/lists',
  'GET /api/public/:token/file',
  'POST /api/public/:token/unlock',
]);

test('[separate-accounts] the matrix and the contract agree about who may call each route', () => {
  for (const route of contract) {
    const { caller } = route;
    for (const name of namesOf(route)) {
      // For the others, an operator's address does not exist.
      if (caller === 'operator' || unauthenticated.has(name)) continue;
      const isAnybodys = rows[name]?.statuses.anonymous !== 401;
      expect({ name, isAnybodys }).toEqual({ name, isAnybodys: caller === 'anybody' });
    }
  }
});

test('[separate-accounts] under /api/v1 every route takes keys, and nowhere else', () => {
  // Everybody reads the document.
  const open = ['GET /api/v1/openapi.json'];
  for (const { name, path, scope } of contract) {
    const takesKeys = path.startsWith('/api/v1/') && !open.includes(name);
    expect({ name, takesKeys: scope !== undefined }).toEqual({ name, takesKeys });
  }
});

/** The scope of the keys that open a route; null when none does. */
function scopeOf({ name }: Route): Scope | 'any' | null {
  return contract.find((each) => each.name === name)?.scope ?? rows[name]?.program ?? null;
}

/** Whether a key with one scope opens the route. */
function opens(held: Scope, route: Route): boolean {
  const { orScope } = contractOf(route) ?? {};
  const scope = scopeOf(route);
  if (scope === null) return false;
  return scope === 'any' || [scope, orScope].some((each) => each && allows([held], each));
}

/** Whether a route of the contract, or that of assistants, asks who calls. */
function isForCallers(route: Route): boolean {
  const known = contractOf(route);
  return route.name === 'POST /api/mcp' || (known !== undefined && known.caller !== 'anybody');
}

/** The contract's route at this address, its own or the older one. */
function contractOf({ name }: Route) {
  return contract.find((each) => namesOf(each).some((own) => own === name));
}

/** The status that a key gets which opens nothing here. */
function statusOfOtherKeys({ name }: Route, { anonymous }: Statuses): number {
  if (anonymous !== 401 || unauthenticated.has(name)) return anonymous;
  return 403;
}

/** Whether a route's request names what only tenants with events have. */
function namesEvents(route: Route): boolean {
  const things = nobodysThings();
  const { conversionId, pageToken, picture, uploadUrl } = things;
  const request = addressOf(route, things) + JSON.stringify(rowOf(route).json?.(things));
  return [conversionId, pageToken, picture, uploadUrl.slice(-32)].some((id) =>
    request.includes(id),
  );
}

/** Somebody with a key for each single scope: they ask for what their keys do not open. */
const stranger = await newTenant(world, { hasEvents: true });
const strangersKeys = new Map<Scope, string>();
for (const held of scopes) {
  const { key } = await addKey(world.sql, stranger, [held]);
  strangersKeys.set(held, key);
}

test('[separate-accounts] what people alone may do is refused to a key of all scopes, and says so', async () => {
  // At an older address the call is for people alone.
  const own = contract.flatMap((route) =>
    route.caller === undefined && route.scope === undefined ? namesOf(route) : (route.alsoAt ?? []),
  );
  const seen: unknown[] = [];
  for (const route of routes.filter(({ name }) => own.some((each) => each === name))) {
    const answer = await ask(route, stranger, bearer(stranger.fullKey));
    seen.push([route.name, answer.status, (await answer.json()).code]);
  }

  expect(seen.length).toBeGreaterThan(20);
  expect(seen).toEqual(seen.map((each) => [Object(each)[0], 403, 'session_required']));
});

test('an upload takes a key of links:write or of account:write, and the refusal of others names both', async () => {
  const seen: unknown[] = [];
  for (const held of scopes) {
    const key = bearer(strangersKeys.get(held) ?? '');
    const answer = await call(world.api, '/api/v1/uploads', { ...key, json: {} });
    seen.push([held, answer.status, (await answer.json()).message]);
  }

  const message = 'This API key does not have the required scope: links:write or account:write';
  const expected = scopes.map((held) =>
    held === 'links:write' || held === 'account:write'
      ? [held, 200, undefined]
      : [held, 403, message],
  );
  expect(seen).toEqual(expected);
});

/** The bytes of a response, without the parts that identify and count the request. */
async function bytesOf(answer: Response): Promise<unknown> {
  const text = (await answer.text()).replace(/"requestId":"[^"]+"/, '');
  const headers = [...answer.headers].filter(
    ([name]) => !/^(x-request-id|ratelimit.*)$/.test(name),
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
      // The owner's events have their marker: nobody else may read it.
      const [owner, another, keyed] = await Promise.all([
        newTenant(world, { hasEvents: true }),
        newTenant(world),
        newTenant(world),
      ]);
      const before = await digestOfPerson(world.sql, owner.userId);
      const scope = scopeOf(route);
      const caller = callerAs(route);

      const seen: Partial<Record<Actor, Response>> = {};
      seen.anonymous = await ask(route, owner, {});
      seen.another = await ask(route, owner, caller(another));
      const missing = await ask(route, nobodysThings(), caller(another));
      const anothersKey = await ask(route, owner, bearer(keyed.fullKey));
      const missingForKey = await ask(route, nobodysThings(), bearer(keyed.fullKey));
      const after = await digestOfPerson(world.sql, owner.userId);
      const byKey = await statusesByScope(route, owner);
      if (contract.some(({ name, scope: takes }) => name === route.name && takes)) {
        expect(await codesOfEndedKeys(route, owner)).toEqual(['key_expired', 'unauthenticated']);
      }
      seen.owner = await ask(route, owner, caller(owner));

      expect(statusesOf(seen)).toEqual({ ...statuses });
      const other = statusOfOtherKeys(route, statuses);
      expect(anothersKey.status).toBe(scope === null ? other : statuses.another);
      expect(byKey).toEqual(
        Object.fromEntries(
          scopes.map((held) => [held, opens(held, route) ? statuses.owner : other]),
        ),
      );
      // Every call of an account is limited but reads for people alone, and its response says so.
      const isForAccounts = statuses.anonymous === 401 && isForCallers(route);
      const isOfPrograms = contractOf(route)?.scope !== undefined;
      const isCounted = isForAccounts && (route.method !== 'GET' || isOfPrograms);
      expect(seen.owner.headers.has('ratelimit-limit')).toBe(isCounted);
      expect(await textOf(seen.another)).not.toContain(owner.marker);
      expect(await textOf(seen.anonymous)).not.toContain(owner.marker);
      expect(await textOf(anothersKey)).not.toContain(owner.marker);
      if (statuses.another === 404) {
        expect(await bytesOf(seen.another)).toEqual(await bytesOf(missing));
        if (scope !== null)
          expect(await bytesOf(anothersKey)).toEqual(await bytesOf(missingForKey));
      }
      if (!row.isForOwner) expect(after).toEqual(before);
    });
  }
});

/** The status for a key with each single scope. Only reads with a key that opens them ask for the owner. */
async function statusesByScope(route: Route, owner: Things): Promise<Record<string, number>> {
  const hasEvents = namesEvents(route);
  const seen: Record<string, number> = {};
  for (const held of scopes) {
    if (!opens(held, route)) {
      seen[held] = (await ask(route, stranger, bearer(strangersKeys.get(held) ?? ''))).status;
      continue;
    }
    // A write may delete what the next one would ask for.
    const person = route.method === 'GET' ? owner : await newTenant(world, { hasEvents });
    const { key } = await addKey(world.sql, person, [held]);
    seen[held] = (await ask(route, person, bearer(key))).status;
  }
  return seen;
}

/** The codes for a key that has expired and for one that was revoked. */
async function codesOfEndedKeys(route: Route, owner: Things): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (const end of [
    (id: string) => world.sql`UPDATE api_keys SET expires_at = '2026-01-01' WHERE id = ${id}`,
    (id: string) => world.sql`DELETE FROM api_keys WHERE id = ${id}`,
  ]) {
    const { id, key } = await addKey(world.sql, owner, scopes);
    await end(id);
    const answer = await ask(route, owner, bearer(key));
    codes.push(answer.status === 401 ? (await answer.json()).code : answer.status);
    await world.sql`DELETE FROM api_keys WHERE id = ${id}`;
  }
  return codes;
}

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
      const owner = await newTenant(world, { isLapsed: true, hasEvents: namesEvents(route) });

      const answer = await ask(route, owner, callerAs(route)(owner));

      expect(answer.status).toBe(status);
    });

    const scope = scopeOf(route);
    if (scope === null) continue;
    test(`${route.name} returns ${status} to a key that opens it`, async () => {
      const owner = await newTenant(world, { isLapsed: true, hasEvents: namesEvents(route) });
      const { key } = await addKey(world.sql, owner, scope === 'any' ? ['links:read'] : [scope]);

      const answer = await ask(route, owner, bearer(key));

      expect(answer.status).toBe(status);
    });
  }
});
