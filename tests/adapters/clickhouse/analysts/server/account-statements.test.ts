import { afterAll, expect, test } from 'bun:test';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import {
  catalogStatements,
  closeStatements,
  hashPassword,
  openStatements,
  ownedIn,
  ownPolicyStatement,
  removeStatements,
  shapeOf,
} from '#adapters/clickhouse/analysts/server/account-statements';
import { serverNames } from '#adapters/clickhouse/analysts/server/names';
import { other, own, rows, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { sqlEngine } from '#tests/support/worlds/analytics/sql-engine';

// Without row policies and roles: what holds here, the views hold alone.
const engine = await sqlEngine('open');
afterAll(() => engine[Symbol.asyncDispose]());
await seedTwoAccounts(engine.client);

const names = serverNames('waypost');
const password = hashPassword('the password', 'salt');
const policed = ownedIn(names);
const accounts = [own, other].map(({ userId }) => ({ userId, names, policed }));
const isRun = (statement: string) => /^CREATE (?:DATABASE|OR REPLACE VIEW)/.test(statement);

for (const statement of catalogStatements(names)) await engine.client.command({ query: statement });
for (const account of accounts) {
  for (const query of openStatements(account, password).filter(isRun)) {
    await engine.client.command({ query });
  }
}

async function rowsOf(query: string): Promise<readonly (readonly unknown[])[]> {
  const answer = await engine.client.query({ query, format: 'JSONCompactEachRow' });
  return answer.json<readonly unknown[]>();
}

test('the engine parses every statement for an account on a server', async () => {
  const [account] = accounts;
  if (account === undefined) throw new Error('no account');
  const statements = [
    ...catalogStatements(names),
    ownPolicyStatement(names, policed),
    ...openStatements(account, password),
    ...closeStatements(account),
    ...removeStatements(account),
  ];

  expect(statements.length).toBeGreaterThan(25);
  for (const statement of statements) {
    const parsed = await engine.client.query({
      query: 'SELECT formatQuerySingleLine({statement:String}) AS text',
      query_params: { statement },
      format: 'JSONEachRow',
    });
    const [row] = await parsed.json<{ text: string }>();
    expect(row?.text).toMatch(/^(?:CREATE|GRANT|DROP) /);
  }
});

test('no statement contains a password, and a user may read two databases and nothing else', () => {
  const text = accounts.flatMap((account) => openStatements(account, password)).join('\n');

  expect(text).not.toContain('the password');
  const grants = text.split('\n').filter((line) => line.startsWith('GRANT'));
  expect(grants).toEqual(
    accounts.flatMap(({ userId }) => {
      const name = `\`${names.of(userId)}\``;
      return [
        `GRANT SELECT ON \`waypost_sql_catalog\`.* TO ${name}`,
        `GRANT SELECT ON ${name}.* TO ${name}`,
      ];
    }),
  );
});

test('the limits of a user know every setting, and none of them can be switched off by 0', async () => {
  const [account] = accounts;
  if (account === undefined) throw new Error('no account');
  const user = openStatements(account, password).find((text) => text.startsWith('CREATE USER'));
  const settings = /SETTINGS (.*)$/s.exec(user ?? '')?.[1]?.split(', ') ?? [];
  const known = new Set((await rowsOf('SELECT name FROM system.settings')).flat());

  expect(settings.length).toBeGreaterThan(8);
  for (const setting of settings) {
    const [name = '', value] = setting.split(' = ');
    expect([name, known.has(name)]).toEqual([name, true]);
    if (name.startsWith('max_')) expect(value).toMatch(/^(\d+) MIN 1 MAX \1$/);
  }
});

test('[sql-isolation] the views of an account on a server show its own rows alone', async () => {
  const [mine, theirs] = [names.of(own.userId), names.of(other.userId)];
  const counts = async (database: string) => {
    const parts = analystViews.map(({ name }) => `(SELECT count() FROM ${database}.${name})`);
    return (await rowsOf(`SELECT ${parts.join(', ')}`))[0]?.map(Number);
  };

  const expected = (count: number) => [...[count, count, 1], ...[count, count, expect.any(Number)]];
  expect(await counts(mine)).toEqual(expected(rows.own));
  expect(await counts(theirs)).toEqual(expected(rows.other));
  for (const { name } of analystViews) {
    const rows = JSON.stringify(await rowsOf(`SELECT * FROM ${mine}.${name}`));
    expect(rows).not.toMatch(/c0ffee|MARKERTOWN/i);
    expect(rows).toContain(own.linkId);
  }
});

test('[sql-isolation] a mark or a filter in the settings of a subquery changes nothing in them', async () => {
  const mine = names.of(own.userId);
  const filters = `{'${mine}.clicks': '1', 'waypost.clicks': '1'}`;
  for (const settings of [
    `log_comment = 'sql:${other.userId}:x'`,
    `additional_table_filters = ${filters}`,
  ]) {
    const inner = `SELECT city FROM ${mine}.clicks SETTINGS ${settings}`;
    expect(await rowsOf(`SELECT DISTINCT city FROM (${inner})`)).toEqual([[own.city]]);
  }
});

test('[sql-numbers] they give what the views of the built-in event store give', async () => {
  const embedded = runChecked(engine.ask);
  for (const { name } of analystViews) {
    for (const { userId } of [own, other]) {
      const result = await embedded.run(
        userId,
        {
          query: `SELECT * FROM ${name} ORDER BY ALL`,
          database: null,
          rowLimit: null,
          format: 'JSONCompactEachRow',
          parameters: new Map(),
          settings: new Map(),
        },
        new AbortController().signal,
      );
      const expected = await new Response(result.body).text();
      const literal = await engine.client.query({
        query: `SELECT * FROM ${names.of(userId)}.${name} ORDER BY ALL`,
        format: 'JSONCompactEachRow',
        clickhouse_settings: { output_format_json_quote_decimals: 1 },
      });
      expect(expected.length).toBeGreaterThan(50);
      expect(await literal.text()).toBe(expected);
    }
  }
});

test('the catalog lists the database in which it is asked', async () => {
  const asked = await fetch(new URL(engine.url).origin, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${new URL(engine.url).username}:${new URL(engine.url).password}`)}`,
      'x-clickhouse-database': names.of(own.userId),
    },
    body: 'SELECT name FROM waypost_sql_catalog.tables ORDER BY name',
  });

  expect((await asked.text()).trim().split('\n')).toEqual(
    analystViews.map(({ name }) => name).toSorted(),
  );
});

test('another version of the views has another shape; another account or password has not', () => {
  const [first, second] = accounts.map(shapeOf);

  expect(first).toBe(second ?? '');
  expect(shapeOf({ userId: own.userId, names, policed: [] })).not.toBe(first ?? '');
});
