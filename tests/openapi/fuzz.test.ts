import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { newTenant } from '#tests/support/builders/tenants';
import { call, isOurFailure } from '#tests/support/calls';
import { allowsBody, type Documented, operations } from '#tests/support/documented';
import { caseCount } from '#tests/support/extent';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { type AnyCall, anyCall, brokenFrom, marker, valuesOf } from './values.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** Ended accounts and replaced keys would end the test's own. */
const ownEnd = ['/api/v1/keys', '/api/v1/account/export'];
const others = operations.filter(({ path }) => !ownEnd.some((prefix) => path.startsWith(prefix)));
const writes = others.filter(
  ({ operation }) => operation.requestBody?.content['application/json'] !== undefined,
);
const cases = caseCount({ check: 300, extended: 20_000 });
const byName = new Map(writes.map((each) => [`${each.method} ${each.path}`, each]));

function bodyOf({ operation }: Documented): unknown {
  return operation.requestBody?.content['application/json']?.schema;
}

/** A person for some calls: an account has limits of calls, and of most things. */
async function people() {
  let person = await newTenant(world);
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls % 40 === 0) person = await newTenant(world);
    return person;
  };
}

/** A call, by the method and the path of its operation. */
type Asked = { readonly name: string; readonly json: unknown };

const asker = await people();

const refusal = z.object({ issues: z.array(z.object({ message: z.string() })).optional() }).loose();

async function send({ name, json }: Asked): Promise<Response> {
  const { fullKey, linkId } = await asker();
  const [method = '', path = ''] = name.split(' ');
  // `call` also fails when the document does not say the answer.
  return call(world.api, path.replaceAll(/\{\w+\}/g, linkId), {
    method,
    headers: { authorization: `Bearer ${fullKey}` },
    json,
  });
}

function calledWith(bodies: (documented: Documented) => fc.Arbitrary<unknown>) {
  return fc
    .constantFrom(...byName)
    .chain(([name, documented]) => bodies(documented).map((json): Asked => ({ name, json })));
}

test(`${cases} bodies that the document allows never fail, and get an answer that it says`, async () => {
  const allowed = calledWith((documented) => valuesOf(bodyOf(documented)));

  await fc.assert(
    fc.asyncProperty(allowed, async (asked) => {
      const answer = await send(asked);
      expect(isOurFailure(answer.status)).toBe(false);
    }),
    { numRuns: cases },
  );
}, 3_600_000);

test(`${cases} bodies with a mistake are refused, and what they say is not repeated`, async () => {
  const broken = calledWith((documented) => brokenFrom(valuesOf(bodyOf(documented))));

  await fc.assert(
    fc.asyncProperty(broken, async (asked) => {
      const answer = await send(asked);
      const documented = byName.get(asked.name);
      // A value can fit by chance: `true` for a switch.
      if (documented && allowsBody(documented, asked.json)) return;
      expect(answer.status).toBeWithin(400, 500);
      const { issues = [], ...problem } = refusal.parse(await answer.json());
      // A field that nobody knows is named, and nothing else of what was sent.
      const said = JSON.stringify([problem, issues.map(({ message }) => message)]);
      expect(said).not.toContain(marker);
    }),
    { numRuns: cases },
  );
}, 3_600_000);

/** An endless answer has its own tests, and the document has no parameters. */
const asked = others.filter(({ path }) => !/\/stream$|openapi\.json$/.test(path));
const namedCalls = new Map(asked.map((each) => [`${each.method} ${each.path}`, each]));

/** Asks as the owner; a part of the path that is to be its own is the id of its link. */
async function askAnything(name: string, { parts, query, headers, body }: AnyCall) {
  const { fullKey, linkId } = await asker();
  const [method = '', path = ''] = name.split(' ');
  let nth = 0;
  const address = path.replaceAll(/\{\w+\}/g, () => {
    const part = parts[nth++ % parts.length] ?? null;
    return part === null ? linkId : encodeURIComponent(part);
  });
  return call(world.api, query === '' ? address : `${address}?${query}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${fullKey}` },
    ...(method !== 'GET' && body !== null && { json: body }),
  });
}

test(`${cases} calls with any path, parameters, headers and body never fail, and get an answer that the document says`, async () => {
  const any = fc
    .constantFrom(...namedCalls)
    .chain(([name, { operation }]) => anyCall(operation).map((sent) => ({ name, sent })));

  await fc.assert(
    fc.asyncProperty(any, async ({ name, sent }) => {
      const answer = await askAnything(name, sent);
      expect(isOurFailure(answer.status)).toBe(false);
      await answer.body?.cancel();
    }),
    { numRuns: cases },
  );
}, 3_600_000);
