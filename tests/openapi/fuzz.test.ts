import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { newTenant } from '#tests/support/builders/tenants';
import { call, isOurFailure } from '#tests/support/calls';
import { allowsBody, type Documented, operations } from '#tests/support/documented';
import { caseCount, isExtended } from '#tests/support/extent';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { exampleId, ownIds, rowOfOperation, withOwnThings } from './own-ids.ts';
import { type AnyCall, anyCall, bodiesOf, brokenFrom, marker } from './values.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Not asked: the end of the test's own key; the file of everything, which an account gets rarely; an
 * endless answer, which has its own tests; and the document, which has no parameters.
 */
const leftOut = ['revokeCurrentKey', 'exportAccount', 'openEvents', 'showDocument'];
const asked = operations.filter(({ operation }) => !leftOut.includes(operation.operationId));
const writes = asked.filter(({ operation }) => bodiesOf(operation) !== null);
const cases = caseCount({ check: 300, extended: 20_000 });

/** A person for some calls: an account has limits of calls, and of most things. */
async function people() {
  let person = await newTenant(world, { hasEvents: true });
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls % 40 === 0) person = await newTenant(world, { hasEvents: true });
    return person;
  };
}

const asker = await people();

/** How often each operation gave each status. */
const statuses = new Map(asked.map(({ operation }) => [operation.operationId, [] as number[]]));

type Sent = Partial<Omit<AnyCall, 'body'>> & { readonly json?: unknown };

/**
 * Calls an operation as a person with one thing of each kind: the parts of the path that are not given
 * are the ids of those.
 */
async function ask({ method, path, operation }: Documented, sent: Sent): Promise<Response> {
  const things = await asker();
  const { parts = [], query = '', headers, json } = sent;
  const ids = [...ownIds({ ...operation, method, path }, things)];
  const given = [...parts];
  const address = path.replaceAll(/\{\w+\}/g, () => {
    const [own = '', part = null] = [ids.shift(), given.shift()];
    return part === null ? own : encodeURIComponent(part);
  });
  // `call` also fails when the document does not say the answer.
  const answer = await call(
    world.api,
    query === '' ? address : `${address}?${query.replaceAll(exampleId, things.linkId)}`,
    {
      method,
      headers: { ...headers, authorization: `Bearer ${things.fullKey}` },
      ...(json !== undefined && { json: withOwnThings(json, things) }),
    },
  );
  statuses.get(operation.operationId)?.push(answer.status);
  return answer;
}

const refusal = z.object({ issues: z.array(z.object({ message: z.string() })).optional() }).loose();

/** A write with a body. */
function writeWith(bodies: (any: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) {
  return fc.constantFrom(...writes).chain((documented) => {
    const any = bodiesOf(documented.operation) ?? fc.constant({});
    return bodies(any).map((json) => ({ documented, json }));
  });
}

test(`${cases} bodies that the document allows never fail, and get an answer that it says`, async () => {
  await fc.assert(
    fc.asyncProperty(
      writeWith((any) => any),
      async ({ documented, json }) => {
        const answer = await ask(documented, { json });
        expect(isOurFailure(answer.status)).toBe(false);
      },
    ),
    { numRuns: cases },
  );
}, 3_600_000);

test(`${cases} bodies with a mistake are refused, and what they say is not repeated`, async () => {
  await fc.assert(
    fc.asyncProperty(writeWith(brokenFrom), async ({ documented, json }) => {
      const answer = await ask(documented, { json });
      // A value can fit by chance: `true` for a switch.
      if (allowsBody(documented, json)) return;
      expect(answer.status).toBeWithin(400, 500);
      const { issues = [], ...problem } = refusal.parse(await answer.json());
      // A field that nobody knows is named, and nothing else of what was sent.
      const said = JSON.stringify([problem, issues.map(({ message }) => message)]);
      expect(said).not.toContain(marker);
    }),
    { numRuns: cases },
  );
}, 3_600_000);

test(`${cases} calls with any path, parameters, headers and body never fail, and get an answer that the document says`, async () => {
  const any = fc
    .constantFrom(...asked)
    .chain((documented) =>
      anyCall(documented.operation).map(({ body, ...sent }) => ({ documented, body, sent })),
    );

  await fc.assert(
    fc.asyncProperty(any, async ({ documented, body, sent }) => {
      const takesBody = documented.method !== 'GET' && body !== null;
      const answer = await ask(documented, { ...sent, ...(takesBody && { json: body }) });
      expect(isOurFailure(answer.status)).toBe(false);
      await answer.body?.cancel();
    }),
    { numRuns: cases },
  );
}, 3_600_000);

/** The operation was done, or the thing is not in the state for it. */
const isReached = ({ operation }: Documented): boolean =>
  statuses
    .get(operation.operationId)
    ?.some((status) => status < 400 || status === 409 || status === 410) ?? false;

test('every operation is reached: it did what was asked, or said why the thing is not in the state for it', async () => {
  if (isExtended) console.log(reached().join('\n'));
  for (const documented of asked) {
    const { parameters = [], ...operation } = documented.operation;
    const examples = parameters.map(({ name, example = '' }) => [name, example]);
    const query = new URLSearchParams(examples.filter(([, example]) => example !== '')).toString();
    const { type, json: file } = rowOfOperation({ ...documented, ...operation });
    const bodies = bodiesOf(documented.operation) ?? fc.constant(undefined);
    for (const body of fc.sample(bodies, 60)) {
      if (isReached(documented)) break;
      const json = type === undefined ? body : file?.(await asker());
      await ask(documented, { query, json, ...(type && { headers: { 'content-type': type } }) });
    }
  }

  expect(asked.filter((each) => !isReached(each)).map(({ path }) => path)).toEqual([]);
}, 3_600_000);

/** How many of the random calls each operation did. */
function reached(): readonly string[] {
  return asked.map(({ operation: { operationId } }) => {
    const all = statuses.get(operationId) ?? [];
    const done = all.filter((status) => status < 300);
    return `${operationId}: ${done.length} of ${all.length} calls were done`;
  });
}
