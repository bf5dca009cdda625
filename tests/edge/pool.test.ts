import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { within } from '#adapters/postgres/within';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { isOurFailure } from '#tests/support/calls';
import { caseCount } from '#tests/support/extent';
import { until } from '#tests/support/until';
import { ask, routesOf, rowOf, type Route } from './ask.ts';

const world = await edgeWorld();
// Not from the tested pool.
const beside = connect(world.databaseUrl, { connections: 1 });
afterAll(async () => {
  await beside.end();
  await world[Symbol.asyncDispose]();
});

/** Far above every time limit of a call: one without a response by then hangs. */
const neverMs = 60_000;

const routes = routesOf(world);
const writing = routes.filter((route) => route.method !== 'GET' || rowOf(route).isForOwner);
/** These remove what the other routes need. */
const ending = ['DELETE /api/v1/conversions/:id', 'DELETE /api/links/:id', 'DELETE /api/profile'];

function tenants(count: number): Promise<Things[]> {
  return Promise.all(Array.from({ length: count }, () => newTenant(world, { hasEvents: true })));
}

/** Calls as the owner: with the key on routes for keys, else with the session. */
function askAsOwner(route: Route, things: Things): Promise<Response> {
  const takesKeys = rowOf(route).statuses.owner === 401;
  const more = takesKeys
    ? { headers: { authorization: `Bearer ${things.fullKey}` } }
    : { cookie: things.cookie };
  return ask(world, { route, things }, more);
}

/** The error in a response under load; null when there is none. */
function faultOf({ name }: Route, answer: Response): string | null {
  const isOverload = answer.status === 503 && answer.headers.has('retry-after');
  return isOurFailure(answer.status) && !isOverload ? `${name}: ${answer.status}` : null;
}

/** What the application logged as errors, without those of deliberate 503s: the causes of faults. */
const defects = () =>
  world.log.lines
    .filter((line) => line.includes('"level":"error"') && !line.includes('"fault":"TooLate"'))
    .join('\n');

/** The connections that the application still holds after all requests. */
async function heldConnections() {
  return beside`
    SELECT state, left(query, 80) AS query FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'
    UNION ALL
    SELECT 'advisory lock', objid::text FROM pg_locks
    WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
}

test('[no-waiting-pools] ten accounts that edit a conversion at the same moment all get a response', async () => {
  const owners = await tenants(10);
  const [route] = routes.filter(({ name }) => name === 'PATCH /api/v1/conversions/:id');
  if (route === undefined) throw new Error('conversions cannot be edited');

  const answers = Promise.all(owners.map((things) => askAsOwner(route, things)));
  const statuses = (await within(neverMs, answers)).map(({ status }) => status);

  expect(statuses).toEqual(owners.map(() => 200));
  expect(await heldConnections()).toBeEmpty();
});

test('[no-waiting-pools] more accounts than connections, each using every writing route at once, beside every job, all get a response', async () => {
  // The pool has ten connections.
  const count = caseCount({ check: 14, extended: 40 });
  const [owners, leavers] = [await tenants(count), await tenants(count)];
  const endJobs = world.startJobs();

  const asked = writing.flatMap((route) =>
    (ending.includes(route.name) ? leavers : owners).map(async (things) =>
      faultOf(route, await askAsOwner(route, things)),
    ),
  );
  const faults = await within(neverMs, Promise.all(asked));

  expect(
    faults.filter((fault) => fault !== null),
    defects(),
  ).toBeEmpty();
  await within(neverMs, endJobs());
  await until('nothing is held', async () => (await heldConnections()).count === 0);
  const [next] = await tenants(1);
  if (next === undefined) throw new Error('nobody came');
  for (const route of routes.filter(({ name }) => name !== 'DELETE /api/profile')) {
    const answer = await within(neverMs, askAsOwner(route, next));
    expect([route.name, isOurFailure(answer.status)]).toEqual([route.name, false]);
  }
});
