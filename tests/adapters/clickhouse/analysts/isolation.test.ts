import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  checkStatement,
  type CheckedStatement,
} from '#adapters/clickhouse/analysts/check-statement';
import {
  checkSyntaxTree,
  checkTableNames,
  checkTables,
} from '#adapters/clickhouse/analysts/tree-checks';
import { checkTypes, checkTypesOfTree } from '#adapters/clickhouse/analysts/type-check';
import { checkCalls, checkWords } from '#adapters/clickhouse/analysts/word-check';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { StatementFailure } from '#core/analytics/sql/statement';
import { isExtended } from '#tests/support/extent';
import { leaks, other, own, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import {
  craftedStates,
  heavyStatements,
  hostileStatements,
} from '#tests/support/hostile-sql/statements';
import { sqlEngine, type SqlEngine } from '#tests/support/worlds/analytics/sql-engine';

/** With row policies and roles, and without. */
const [isolated, open] = await Promise.all([sqlEngine('isolated'), sqlEngine('open')]);
afterAll(async () => {
  await Promise.all([isolated[Symbol.asyncDispose](), open[Symbol.asyncDispose]()]);
});
await Promise.all([seedTwoAccounts(isolated.client), seedTwoAccounts(open.client)]);

let connections = 0;
const listener = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      connections += 1;
      socket.end();
    },
    data() {},
  },
});
afterAll(() => listener.stop(true));

const writtenFiles = ['/tmp/waypost-hostile-out', '/tmp/waypost-hostile.db'];
const parts = {
  words: checkWords,
  calls: checkCalls,
  types: checkTypes,
  syntaxTree: checkSyntaxTree,
  typesOfTree: checkTypesOfTree,
  tableNames: checkTableNames,
  tables: checkTables,
};
const nothing = () => {};

/** Without any check: the text as it came. */
const unchecked = async ({ query }: { readonly query: string }): Promise<CheckedStatement> => ({
  text: query,
  format: null,
  settings: new Map(),
  views: [],
});

/** A parameter that holds the bytes of a state, and one that names its type. */
const state = [
  ['s', String.raw`\0\0\0\0\0\0\0\0`],
  ['t', 'AggregateFunction(sum, UInt8)'],
] as const;

const byCheck = /not available|written out|not allowed/;

type Ending = { readonly isRefused: boolean; readonly text: string; readonly seconds: number };

async function run(
  engine: ReturnType<typeof runChecked>,
  query: string,
  parameters: readonly (readonly [string, string])[] = [
    ['t', 'waypost.clicks'],
    ['d', 'waypost'],
    ['x', 'x'],
  ],
): Promise<Ending> {
  const beganMs = performance.now();
  const text = query.replaceAll('PORT', String(listener.port)).replaceAll('OTHER', other.userId);
  const seconds = () => (performance.now() - beganMs) / 1000;
  try {
    const result = await engine.run(
      own.userId,
      {
        query: text,
        database: null,
        format: 'TabSeparated',
        rowLimit: null,
        parameters: new Map(parameters),
        settings: new Map(),
      },
      new AbortController().signal,
    );
    return { isRefused: false, text: await new Response(result.body).text(), seconds: seconds() };
  } catch (error) {
    if (!(error instanceof StatementFailure)) throw error;
    return { isRefused: true, text: `${error.codeName} ${error.message}`, seconds: seconds() };
  }
}

/** With one part of the check taken out, the main check runs every sixth statement. */
const someStatements = hostileStatements.filter((_, at) => isExtended || at % 6 === 0);

/** Runs all of them and returns those whose answer contains something of another account. */
async function leaking(
  engine: ReturnType<typeof runChecked>,
  statements: readonly string[] = hostileStatements,
): Promise<string[]> {
  const found: string[] = [];
  const waiting = statements.values();
  const work = async (): Promise<void> => {
    for (const query of waiting) {
      const { text, isRefused } = await run(engine, query);
      // A refusal repeats names that its author wrote; it may not repeat what the engine holds.
      const told = isRefused ? text.replaceAll(other.userId, '') : text;
      if (leaks.some((leak) => leak.test(told)))
        found.push(`${query.slice(0, 200)} => ${text.slice(0, 200)}`);
    }
  };
  // As many at a time as the engine runs of accounts' own statements.
  await Promise.all([work(), work()]);
  return found;
}

/** Every table of the base database and its rows, to see that nothing was changed. */
async function contents({ client }: SqlEngine): Promise<string> {
  const answer = await client.query({
    query: `SELECT name, total_rows FROM system.tables
      WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') ORDER BY database, name`,
    format: 'TabSeparated',
  });
  return answer.text();
}

const before = { isolated: await contents(isolated), open: await contents(open) };

async function expectUntouched(): Promise<void> {
  expect(connections).toBe(0);
  expect(writtenFiles.filter((path) => existsSync(path))).toEqual([]);
  for (const { workingFolder } of [isolated, open]) expect(readdirSync(workingFolder)).toEqual([]);
  expect(await contents(isolated)).toBe(before.isolated);
  expect(await contents(open)).toBe(before.open);
}

describe('[sql-isolation] hostile statements', () => {
  test('there are at least 250, and the first reads a file that exists', async () => {
    expect(new Set([...hostileStatements, ...heavyStatements]).size).toBeGreaterThanOrEqual(250);
    expect(hostileStatements[0]).toBe(`SELECT file('/etc/passwd')`);
    expect(leaks.some((leak) => leak.test('root:x:0:0'))).toBe(true);
    expect(await readFile('/etc/passwd', 'utf8')).toMatch(/root:[^:]*:0:/);
  });

  test('with everything in place: nothing of another account, and the file is refused', async () => {
    const engine = runChecked(isolated.ask);

    const first = await run(engine, hostileStatements[0] ?? '');
    expect(first).toMatchObject({ isRefused: true });
    expect(await leaking(engine)).toEqual([]);
    await expectUntouched();
  });

  test('with the statement check taken out: row policies and grants hold', async () => {
    const engine = runChecked(isolated.ask, unchecked);

    expect(await leaking(engine)).toEqual([]);
    await expectUntouched();
  });

  test('with row policies and grants taken out: the statement check holds', async () => {
    const engine = runChecked(open.ask);

    expect(await leaking(engine)).toEqual([]);
    await expectUntouched();
  });

  test('with row policies, grants and the reading of the text taken out: the tree holds @more', async () => {
    const check = checkStatement(open.ask, { ...parts, calls: nothing });

    expect(await leaking(runChecked(open.ask, check), someStatements)).toEqual([]);
    await expectUntouched();
  });

  test('with row policies, grants and the syntax tree taken out: the reading holds @more', async () => {
    const check = checkStatement(open.ask, { ...parts, syntaxTree: nothing });

    expect(await leaking(runChecked(open.ask, check), someStatements)).toEqual([]);
    await expectUntouched();
  });

  test('with row policies, grants and the reading of words taken out: the trees hold @more', async () => {
    const check = checkStatement(open.ask, { ...parts, words: nothing });

    expect(await leaking(runChecked(open.ask, check), someStatements)).toEqual([]);
    await expectUntouched();
  });

  test('with row policies, grants and both trees of tables taken out: the words hold @more', async () => {
    const check = checkStatement(open.ask, { ...parts, tableNames: nothing, tables: nothing });

    expect(await leaking(runChecked(open.ask, check), someStatements)).toEqual([]);
    await expectUntouched();
  });

  test.each(['types', 'typesOfTree'] as const)(
    'no state of an aggregate is read from bytes of its author, with the other half of %p taken out',
    async (half) => {
      const check = checkStatement(open.ask, { ...parts, [half]: nothing });
      const engine = runChecked(open.ask, check);
      for (const query of craftedStates) {
        const { isRefused, text } = await run(engine, query, state);
        // The check refuses them, and not the engine at the bytes.
        expect([query, isRefused, text]).toEqual([query, true, expect.stringMatching(byCheck)]);
      }
    },
  );

  test('casts to other types and states of the statement’s own rows are answered', async () => {
    const engine = runChecked(isolated.ask);

    const some = `SELECT CAST('5', 'UInt8'), '[1]'::Array(UInt8), toTypeName(CAST(1 AS Nullable(String))),
      JSONExtract('{"a":[1]}', 'a', 'Array(UInt8)'), accurateCastOrNull('x', 'UInt8'), {x:String}`;
    expect(await run(engine, some)).toMatchObject({ isRefused: false });
    const merged = 'SELECT uniqExactMerge(s) FROM (SELECT uniqExactState(city) AS s FROM clicks)';
    expect(await run(engine, merged)).toMatchObject({ text: '1\n' });
  });

  test('with everything taken out they do leak, so the tests above can fail', async () => {
    const some = ['SELECT * FROM waypost.clicks', 'SELECT count() FROM waypost.clicks'];

    expect(await leaking(runChecked(open.ask, unchecked), some)).toHaveLength(some.length);
  });
});

describe('[sql-limits] heavy statements', () => {
  test('each ends within its limits, and the engine serves on', async () => {
    const engine = runChecked(isolated.ask);

    // The extended checks run all of them.
    for (const query of heavyStatements.slice(-10)) {
      const { seconds } = await run(engine, query);
      expect([query.slice(0, 80), seconds < 30]).toEqual([query.slice(0, 80), true]);
    }
    expect(await run(engine, 'SELECT count() FROM clicks')).toMatchObject({ text: '7\n' });
    await expectUntouched();
  }, 300_000);
});
