import { expect, test } from 'bun:test';
import { checkTableNames, namedTables } from '#adapters/clickhouse/analysts/tree-checks';

/** Lines of a tree, each with its depth. */
const tree = (...lines: readonly (readonly [depth: number, node: string])[]) =>
  lines.map(([depth, node]) => `${' '.repeat(depth)}${node}`).join('\n');

test('[sql-isolation] names stand after FROM, and as the last operand of an IN', () => {
  const nested = tree(
    [0, 'SelectQuery (children 2)'],
    [1, 'Function in (children 1)'],
    [2, 'ExpressionList (children 2)'],
    [3, 'Function globalNotInIgnoreSet (children 1)'],
    [4, 'ExpressionList (children 2)'],
    [5, 'Identifier a.column'],
    [5, 'Identifier b.inner'],
    [3, 'Identifier c.outer'],
    [1, 'Function in (children 1)'],
    [2, 'ExpressionList (children 2)'],
    [3, 'Identifier d.column'],
    [3, 'Function tuple (children 1)'],
    [4, 'ExpressionList (children 1)'],
    [5, 'Identifier e.element'],
    [1, 'TableIdentifier f.table'],
  );

  expect([...namedTables(nested)].toSorted()).toEqual(['b.inner', 'c.outer', 'f.table']);
  expect(() => checkTableNames(nested, new Set(['b.inner', 'f.table']))).toThrow('does not exist');
  checkTableNames(nested, new Set(['b.inner', 'c.outer', 'f.table']));
});

test('names are found in a time that grows with the tree, not with its square', () => {
  const depth = 140;
  const opening = Array.from({ length: depth }, (_, at) => [
    [2 * at, 'Function in (children 1)'] as const,
    [2 * at + 1, 'ExpressionList (children 2)'] as const,
  ]);
  const names = Array.from({ length: 15_000 }, () => [2 * depth, 'Identifier a'] as const);
  const wide = tree(...opening.flat(), ...names);
  const before = process.cpuUsage();

  expect([...namedTables(wide)]).toEqual(['a']);

  // Of the processor, which other work on the machine does not prolong, in microseconds.
  expect(process.cpuUsage(before).user).toBeLessThan(400_000);
});
