import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ClickHouseClient } from '@clickhouse/client';
import fc from 'fast-check';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { callerAs } from '#tests/edge/ask';
import type { Statuses } from '#tests/edge/row';
import { rows } from '#tests/edge/rows';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

let mine: Things;
let theirs: Things;
beforeAll(async () => {
  mine = await newTenant(world, { hasEvents: true });
  theirs = await newTenant(world, { hasEvents: true });
});

const reads = world.api.routes
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path)
  .filter((path) => isOpen(rows[`GET ${path}`]?.statuses));

/** A session or a key opens it. */
function isOpen(statuses?: Statuses): boolean {
  return statuses?.owner !== 401;
}

function ask(address: string, path = address): Promise<Response> {
  return call(world.api, address, callerAs({ name: `GET ${path}` })(mine));
}

const fields = ['timeRange', 'tz', 'linkId', 'full', 'search', 'sort', 'order', 'limit', 'cursor'];

/** Text that would mean something to one of the engines if it were executed as a statement. */
const hostile = fc.constantFrom(
  ...["' OR 1=1 --", "') UNION ALL SELECT * FROM clicks --", '`', '{userId:UUID}', "\\' OR 1 --"],
  ...['{x:Identifier}', '7d FORMAT Null', 'UTC SETTINGS readonly=0', '%', '_', '\\', "a'b"],
  ...["file('/etc/passwd')", "url('http://127.0.0.1/')", "s3('http://127.0.0.1/a/b')", '$1', '?'],
  ...["'; DROP TABLE links; --", '1; SELECT pg_sleep(9)', '*/ SELECT 1 /*', '${sql}', '-1', ''],
);
const plain = fc.constantFrom('30d', 'Europe/Berlin', 'referrers', 'clicks', 'desc', '5', 'title');
const query = fc.dictionary(
  fc.constantFrom(...fields),
  fc.oneof({ weight: 3, arbitrary: hostile }, plain, fc.string({ maxLength: 20 })),
  { minKeys: 1, maxKeys: 3 },
);

describe('[separate-accounts] between two accounts', () => {
  test('control: each account can read its own data', async () => {
    const analytics = await (await ask('/api/analytics?full=referrers')).text();
    const conversions = await (await ask('/api/conversions')).text();
    const links = await (await ask('/api/links')).text();

    for (const text of [analytics, conversions, links]) {
      expect(text).toContain(mine.marker);
      expect(text).not.toContain(theirs.marker);
    }
  });

  test('no hostile input reveals the other account’s data or causes a defect', async () => {
    const asked = fc.record({ path: fc.constantFrom(...reads), query });

    await fc.assert(
      fc.asyncProperty(asked, async ({ path, query: given }) => {
        const parameters = new URLSearchParams(given);
        const address = `${path.replace(/:\w+/, mine.linkId)}?${parameters.toString()}`;

        const answer = await ask(address, path);

        expect(answer.status).toBeLessThan(500);
        expect(await answer.text()).not.toContain(theirs.marker);
      }),
      { numRuns: 60 },
    );
  });

  test('a search for the other account’s words finds nothing, with any text around them', async () => {
    for (const search of [theirs.marker, `%${theirs.marker}%`, theirs.alias, theirs.code]) {
      const answer = await ask(`/api/links?search=${encodeURIComponent(search)}`);

      expect(await answer.json()).toEqual([]);
    }
  });
});

test('[bound-values] every query of the API to the event store is read-only', async () => {
  const settings: unknown[] = [];
  const client: ClickHouseClient = world.clickHouse;
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (asked: Parameters<typeof query>[0]) => {
      settings.push(asked.clickhouse_settings?.readonly);
      return query(asked);
    },
  });

  for (const path of reads) await ask(rows[`GET ${path}`]?.address?.(mine) ?? path, path);

  expect(settings.length).toBeGreaterThan(4);
  expect(settings.filter((readonly) => readonly !== '1')).toEqual([]);
});

describe('[bound-values] a query to the event store', () => {
  const outside = [
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT file('/etc/passwd')",
    "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
    "SELECT * FROM s3('http://127.0.0.1:1/bucket/key', 'LineAsString')",
    "SELECT * FROM remote('127.0.0.1:1', 'system', 'one')",
    "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    "SELECT * FROM executable('id', 'TSV', 'x String')",
    'CREATE TABLE planted (a Int8) ENGINE = Memory',
    'INSERT INTO clicks (user_id) SELECT generateUUIDv4()',
    'TRUNCATE TABLE clicks',
    'SELECT 1 SETTINGS readonly = 0',
  ];

  for (const statement of outside) {
    test(`that says ${statement} is rejected`, async () => {
      const asked = world.clickHouse.query({
        query: statement,
        clickhouse_settings: { readonly: '1' },
      });

      await expect(asked.then((answer) => answer.text())).rejects.toThrow(
        /Not enough privileges|readonly|is not allowed/i,
      );
    });
  }
});
