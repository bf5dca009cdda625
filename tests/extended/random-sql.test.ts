import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import type { CheckedStatement } from '#adapters/clickhouse/analysts/check-statement';
import { checkStatement } from '#adapters/clickhouse/analysts/check-statement';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { StatementFailure } from '#core/analytics/sql/statement';
import { leaks, other, own, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { randomSql, vocabularyOf } from '#tests/support/hostile-sql/random-sql';
import { sqlEngine } from '#tests/support/worlds/analytics/sql-engine';

/** With row policies and roles, and without: there the check of the statement stands alone. */
const [isolated, open] = await Promise.all([sqlEngine('isolated'), sqlEngine('open')]);
afterAll(async () => {
  await Promise.all([isolated[Symbol.asyncDispose](), open[Symbol.asyncDispose]()]);
});
await Promise.all([seedTwoAccounts(isolated.client), seedTwoAccounts(open.client)]);
const words = await vocabularyOf(isolated.client);

const seed = Date.now() % 2 ** 31;
const unchecked = async ({ query }: { readonly query: string }): Promise<CheckedStatement> => ({
  text: query,
  format: null,
  settings: new Map(),
  views: [],
});

type Runner = ReturnType<typeof runChecked>;

/** The result of a statement, or why it failed. */
async function endingOf(runner: Runner, query: string) {
  const statement = { query, database: null, format: 'TabSeparated', rowLimit: 1000 };
  const more = { parameters: new Map(), settings: new Map([['max_execution_time', '2']]) };
  try {
    const { body } = await runner.run(
      own.userId,
      { ...statement, ...more },
      new AbortController().signal,
    );
    return { isAnswered: true, text: await new Response(body).text() };
  } catch (error) {
    if (!(error instanceof StatementFailure) || error.kind === 'outage') throw error;
    // A refusal repeats a part of the statement, which names the other account.
    return { isAnswered: false, text: error.message.replaceAll(/7b1f0c52[-\w]*/g, '') };
  }
}

async function leaksOf(runner: Runner, count: number, from: number) {
  const next = randomSql(words, from);
  const found: string[] = [];
  let answered = 0;
  for (let written = 0; written < count; written += 1) {
    const query = next();
    const { isAnswered, text } = await endingOf(runner, query);
    answered += isAnswered ? 1 : 0;
    // A heading repeats a part of the statement, which may name the other account; Pretty cuts it, and
    // PrettySpace draws no lines around it.
    const told = text.replaceAll(/^.*[┌┃⋯].*$/gm, '').replaceAll(other.userId, '');
    if (leaks.some((leak) => leak.test(told))) found.push(`${query} => ${text.slice(0, 200)}`);
  }
  return { found, answered };
}

const runs = [
  ['everything', isolated, checkStatement(isolated.ask), 7000],
  ['the check alone', open, checkStatement(open.ask), 7000],
  ['row policies and grants alone', isolated, unchecked, 6000],
] as const;

for (const [name, engine, check, count] of runs) {
  test(`[sql-isolation] ${count} random statements of the engine's own words, against ${name}`, async () => {
    const { found, answered } = await leaksOf(runChecked(engine.ask, check), count, seed);

    expect({ seed, found }).toEqual({ seed, found: [] });
    expect(answered).toBeGreaterThan(count / 50);
    expect(existsSync('/tmp/waypost-hostile-out')).toBe(false);
    expect(readdirSync(engine.workingFolder)).toEqual([]);
  }, 1_200_000);
}
