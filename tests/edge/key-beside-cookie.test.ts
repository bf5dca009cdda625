import { afterAll, describe, expect, test } from 'bun:test';
import { allows, type Scope, scopes } from '#contract/accounts/api-keys';
import { routes as contract } from '#contract/routes';
import { someKeyText } from '#tests/support/builders/people';
import { addKey, newTenant } from '#tests/support/builders/tenants';
import { keptBy } from '#tests/support/databases/owned-rows';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { ask } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const owner = await newTenant(world, { hasEvents: true });
const keys = new Map<Scope, string>();
for (const held of scopes) keys.set(held, (await addKey(world.sql, owner, [held])).key);

/** Operators have sessions alone, and what anybody may call reads neither. */
const routes = contract.filter(({ caller }) => caller === undefined);

/** A key of the owner that does not open what asks for `scope`; null when every key opens it. */
function narrowKey(scope: Scope | 'any' | undefined): string | null {
  if (scope === 'any') return null;
  const held = scopes.find((each) => scope === undefined || !allows([each], scope));
  return (held && keys.get(held)) ?? null;
}

describe('[separate-accounts] with `Authorization` the key alone decides: the cookie beside it opens nothing', () => {
  for (const route of routes) {
    const narrow = narrowKey(route.scope);
    const line = narrow === null ? '' : ', and to one that may not do this 403';

    test(`${route.name} answers 401 to a wrong key${line}, and does nothing`, async () => {
      const withCookie = (authorization: string) =>
        ask(world, { route, things: owner }, { cookie: owner.cookie, headers: { authorization } });
      const before = await keptBy(world.sql, owner.userId);

      const wrong = [
        await withCookie(`Bearer ${someKeyText()}`),
        await withCookie('Bearer '),
        await withCookie('Basic YWRhOmFkYQ=='),
      ];
      const refused = narrow === null ? null : await withCookie(`Bearer ${narrow}`);

      expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401]);
      if (refused !== null) expect(refused.status).toBe(403);
      for (const answer of refused === null ? wrong : [...wrong, refused]) {
        expect(answer.headers.get('set-cookie')).toBeNull();
        expect(await answer.text()).not.toContain(owner.marker);
      }
      expect(await keptBy(world.sql, owner.userId)).toEqual(before);
    });
  }
});

test('[separate-accounts] without `Authorization` the same cookie opens an account', async () => {
  const [route] = contract.filter(({ name }) => name === 'GET /api/v1/account');
  if (!route) throw new Error('the contract has no account');

  const answer = await ask(world, { route, things: owner }, { cookie: owner.cookie });

  expect(answer.status).toBe(200);
});
