import { afterAll, expect, test } from 'bun:test';
import { functionNames, isAllowedFunction } from '#adapters/clickhouse/analysts/allowed-functions';
import { examples } from '#adapters/clickhouse/analysts/examples';
import { aggregateFunctions } from '#adapters/clickhouse/analysts/functions/aggregates';
import { wordsBeforeParenthesis } from '#adapters/clickhouse/analysts/word-check';
import { refusedFunctions } from '#tests/support/hostile-sql/refused-functions';
import { testClickHouse } from '#tests/support/databases/clickhouse';

const { client, drop } = await testClickHouse();
afterAll(drop);

type EngineFunction = { readonly name: string; readonly is_aggregate: number };

const answer = await client.query({
  query: `SELECT name, is_aggregate FROM system.functions
    UNION ALL SELECT name, 0 FROM system.table_functions`,
  format: 'JSONEachRow',
});
const inEngine = await answer.json<EngineFunction>();
const names = new Set(inEngine.map(({ name }) => name));

/** What a listed function may not do: reach files, hosts, other tables, settings or time. */
const dangerous =
  /^(?:file|url|s3|remote|cluster|dict|joinGet|sleep|getS|getM|hostN|FQDN|tcpPort|catboost|filesystem|addressTo|ai[A-Z]|zookeeper|logTrace|input|executable|merge|loop|view|formatRow|structureTo|throwIf|aggThrow|groupFormat|arrayReduce|initializeAggregation|evalML|naiveBayes|regionTo|hasColumn|showCert|serverUUID|buildId|mysql|postgresql|odbc|jdbc|mongo|redis|sqlite|hdfs|azure|iceberg|deltaLake|hudi)/;

test('[sql-functions] every listed function exists in the engine under exactly this name', () => {
  expect(functionNames.filter((name) => !names.has(name))).toEqual([]);
  expect(functionNames.length).toBeGreaterThan(1000);
});

test('[sql-functions] of the engine’s functions only listed ones are allowed, in any case', () => {
  const listed = new Set([...functionNames, '_CAST'].map((name) => name.toLowerCase()));
  const allowed = inEngine.map(({ name }) => name).filter(isAllowedFunction);

  expect(allowed.filter((name) => !listed.has(name.toLowerCase()))).toEqual([]);
  expect(allowed.filter((name) => dangerous.test(name))).toEqual([]);
  for (const name of [
    'file',
    'FILE',
    'sleep',
    'getSetting',
    'dictGet',
    'hostName',
    'url',
    'merge',
  ]) {
    expect([name, isAllowedFunction(name)]).toEqual([name, false]);
  }
});

test('[sql-functions] of every function of the engine somebody has decided', () => {
  const refused = new Set(refusedFunctions);
  const undecided = [...names].filter((name) => !isAllowedFunction(name) && !refused.has(name));

  expect(undecided).toEqual([]);
  expect(refusedFunctions.filter(isAllowedFunction)).toEqual([]);
});

test('[sql-functions] a function that the engine does not have yet is not allowed', () => {
  for (const name of ['readAnything', 'fileIf', 'urlArray', 'sleepState', '']) {
    expect([name, isAllowedFunction(name)]).toEqual([name, false]);
  }
});

test('[sql-functions] combinators are allowed behind listed aggregate functions alone', () => {
  expect(isAllowedFunction('sumIf')).toBe(true);
  expect(isAllowedFunction('uniqExactArrayIf')).toBe(true);
  expect(isAllowedFunction('quantileTimingIf')).toBe(true);
  expect(isAllowedFunction('groupFormatIf')).toBe(false);
  const aggregates = Object.values(aggregateFunctions).flatMap((text) => text.trim().split(/\s+/));
  const isAggregate = new Map(inEngine.map((each) => [each.name, each.is_aggregate === 1]));
  expect(aggregates.filter((name) => isAggregate.get(name) !== true)).toEqual([]);
});

test('[sql-functions] no keyword before a parenthesis is a function outside the list', () => {
  const lower = new Set([...names].map((name) => name.toLowerCase()));
  const both = [...wordsBeforeParenthesis].filter((word) => lower.has(word.toLowerCase()));

  expect(both.filter((word) => !isAllowedFunction(word))).toEqual([]);
});

test('the examples have names of their own', () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
});

test('[sql-functions] a name of many combinators is refused at once: the thread also redirects', () => {
  const startedAt = performance.now();

  expect(isAllowedFunction(`sum${'If'.repeat(32_000)}`)).toBe(false);
  expect(isAllowedFunction(`x${'Array'.repeat(20_000)}`)).toBe(false);
  expect(isAllowedFunction('sumOrNullIf')).toBe(true);

  expect(performance.now() - startedAt).toBeLessThan(100);
});
