import { afterAll, expect, test } from 'bun:test';
import { runChecked } from '#adapters/clickhouse/analysts/run';
import { StatementFailure } from '#core/analytics/sql/statement';
import { own, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { heavyStatements } from '#tests/support/hostile-sql/statements';
import { sqlEngine } from '#tests/support/worlds/analytics/sql-engine';

const isolated = await sqlEngine('isolated');
afterAll(() => isolated[Symbol.asyncDispose]());
await seedTwoAccounts(isolated.client);

const runner = runChecked(isolated.ask);
/** The answer, or the reason of the refusal. */
async function run(query: string): Promise<string> {
  const statement = { query, database: null, format: 'TabSeparated', rowLimit: 1000 };
  const more = { parameters: new Map(), settings: new Map() };
  try {
    const asked = { ...statement, ...more };
    const { body } = await runner.run(own.userId, asked, new AbortController().signal);
    return await new Response(body).text();
  } catch (error) {
    if (!(error instanceof StatementFailure)) throw error;
    return error.message;
  }
}

test('[sql-limits] each heavy statement ends within its limits, and the engine serves on', async () => {
  expect(heavyStatements.length).toBeGreaterThan(30);
  for (const query of heavyStatements) {
    const startMs = performance.now();
    await run(query);
    const seconds = (performance.now() - startMs) / 1000;
    expect([query.slice(0, 80), seconds < 30]).toEqual([query.slice(0, 80), true]);
  }
  expect(await run('SELECT count() FROM clicks')).toBe('7\n');
}, 300_000);
