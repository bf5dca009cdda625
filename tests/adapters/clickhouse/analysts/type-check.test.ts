import { expect, test } from 'bun:test';
import { tokensOf } from '#adapters/clickhouse/analysts/lexer';
import { checkTypes, checkTypesOfTree } from '#adapters/clickhouse/analysts/type-check';

const check = (text: string) => () => checkTypes(tokensOf(text) ?? []);
const writtenOut = 'has to be written out';
const ofStates = 'aggregate states';

test('[sql-isolation] types are read from the argument that has them', () => {
  for (const text of [
    "CAST(1, 'UInt8')",
    "CAST([1, f(2, 3)], 'Array(UInt8)')",
    "accurateCastOrDefault(1, 'UInt8', 7)",
    "JSONExtract(text, 'a', 1, 'UInt8')",
    "JSONExtract(f('x', CAST(1, 'UInt8')), 'UInt8')",
    'CAST + 1',
  ]) {
    expect([text, check(text)()]).toEqual([text, undefined]);
  }
  for (const [text, message] of [
    ["CAST(1, concat('A', 'B'))", writtenOut],
    ["CAST(1, ('UInt8'))", writtenOut],
    ["CAST(1, 'UInt8' AS type)", writtenOut],
    ["accurateCastOrDefault(1, type, 'UInt8')", writtenOut],
    ["JSONExtract(text, 'UInt8', type)", writtenOut],
    ["JSONExtract(text, ['UInt8'])", writtenOut],
    ['CAST()', writtenOut],
    ["CAST(1, 'AggregateFunction(sum, UInt8)')", ofStates],
    ["f(g(JSONExtract(text, 'SimpleAggregateFunction(sum, UInt8)')))", ofStates],
    ["JSONExtract(CAST(1, 'AggregateFunction(sum, UInt8)'), 'UInt8')", ofStates],
  ] as const) {
    expect(check(text)).toThrow(message);
  }
});

test('[sql-isolation] the tree is read in the same way', () => {
  const cast = (type: string) => [
    'Function _CAST (children 1)',
    ' ExpressionList (children 2)',
    '  Literal UInt64_1',
    type,
  ];

  checkTypesOfTree(cast("  Literal 'UInt8'").join('\n'));
  expect(() => checkTypesOfTree(cast('  Identifier type').join('\n'))).toThrow(writtenOut);
  expect(() =>
    checkTypesOfTree([...cast('  Function f'), "   Literal 'UInt8'"].join('\n')),
  ).toThrow(writtenOut);
  expect(() =>
    checkTypesOfTree(cast("  Literal 'AggregateFunction(sum, UInt8)'").join('\n')),
  ).toThrow(ofStates);
});

test('the check takes time that grows with the statement, not with its square', () => {
  const casts = 13_000;
  const tokens = tokensOf(
    `SELECT ${Array.from({ length: casts }, () => "CAST(1, 'A')").join(', ')}`,
  );
  const nested = tokensOf(`${'CAST('.repeat(900)}${'1, '.repeat(40_000)}2${", 'A')".repeat(900)}`);
  const tree = Array.from(
    { length: casts },
    () => " Function _CAST\n  ExpressionList\n   Literal UInt64_1\n   Literal 'A'",
  ).join('\n');
  const before = process.cpuUsage();

  checkTypes(tokens ?? []);
  expect(() => checkTypes(nested ?? [])).toThrow(writtenOut);
  checkTypesOfTree(tree);

  // Of the processor, which other work on the machine does not prolong, in microseconds.
  expect(process.cpuUsage(before).user).toBeLessThan(900_000);
});
