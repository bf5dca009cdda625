import { afterAll, afterEach, expect, test } from 'bun:test';
import { attempts } from '#adapters/clickhouse/analysts/server/attempts';
import { serverNames } from '#adapters/clickhouse/analysts/server/names';
import { probe } from '#adapters/clickhouse/analysts/server/probe';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { isExtended } from '#tests/support/extent';
import { sqlServer } from '#tests/support/worlds/analytics/sql-server';

const server = await sqlServer();
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() =>
  Object.assign(server.state, { hole: null, lacking: null, hidesRows: false, listsAll: false }),
);

const names = serverNames('waypost');
const prove = () => probe({ client: server.client, url: server.url, names });

/** Everything that the probe could leave behind. */
async function leftovers(): Promise<unknown> {
  const answer = await server.client.query({
    query: `SELECT name FROM system.databases WHERE name LIKE 'waypost\\_sql\\_%'
      UNION ALL SELECT table FROM system.tables
      WHERE database = 'waypost' AND total_rows > 0 AND name NOT IN ('migrations', 'lasting_visitors')`,
    format: 'JSONCompactEachRow',
  });
  const policies = [...server.state.policies.values()].flat();
  return [await answer.json(), [...server.state.users.keys()], policies];
}

test('[sql-isolation] a server that refuses everything is proven, and keeps no trace of it', async () => {
  expect(await prove()).toEqual({ kind: 'isolated', withoutPolicies: null });
  expect(await leftovers()).toEqual([[['waypost_sql_catalog']], [], []]);
});

test('[sql-isolation] what a server does not refuse is named @more', async () => {
  const probed = {
    rows: '`waypost_sql_probe`.rows',
    own: '`waypost_sql_000000000000400080000000000000a1`',
    other: '`waypost_sql_000000000000400080000000000000b2`',
  };
  const all = attempts(names, probed);
  expect(all.length).toBeGreaterThan(65);
  // Of those that the engine here can run without harm to the other tests.
  const some = [
    ...['reading `waypost`.clicks', "reading another account's view", 'reading system.parts'],
    ...['describing `waypost`.conversions', "reading another account's rows", 'creating a table'],
    ...['reading system.errors', 'merge()', 'inserting', 'leaving the read-only mode'],
  ];
  for (const what of some.slice(0, isExtended ? some.length : 4)) {
    const text = all.find((attempt) => attempt.what === what)?.text ?? '';
    server.state.hole = new RegExp(`^${RegExp.escape(text)}$`);
    expect(await prove()).toEqual({
      kind: 'unproven',
      reason: `the server did not refuse: ${what}`,
    });
  }
}, 120_000);

test('[sql-isolation] a server that lists other databases is not trusted', async () => {
  server.state.listsAll = true;

  expect(await prove()).toEqual({
    kind: 'unproven',
    reason: `the server did not refuse: ${['databases', 'tables', 'columns']
      .map((table) => `finding other databases in system.${table}`)
      .join('; ')}`,
  });
});

test('where a policy would hide rows from others, there are none', async () => {
  server.state.hidesRows = true;

  const proof = await prove();

  expect(proof).toMatchObject({ kind: 'isolated', withoutPolicies: expect.stringMatching(/see/) });
  expect(await leftovers()).toEqual([[['waypost_sql_catalog']], [], []]);
});

test('a missing grant is named', async () => {
  server.state.lacking = 'CREATE USER';

  expect(await prove()).toEqual({
    kind: 'unproven',
    reason: "Waypost's user lacks the grant CREATE USER ON *.*",
  });
  expect(await leftovers()).toMatchObject([[['waypost_sql_catalog']], [], []]);
});

test('a server that is away is no answer', async () => {
  const away = { ...server, url: 'http://waypost:x@127.0.0.1:9/waypost' };

  const failed = await probe({ client: away.client, url: away.url, names }).catch(
    (error: unknown) => error,
  );

  expect(isClickHouseOutage(failed)).toBe(true);
});
