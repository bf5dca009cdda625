import { isAllowedFunction, isAllowedTableFunction } from './allowed-functions.ts';
import { refused } from './refuse.ts';
import { unknownFunction } from './word-check.ts';

/** The kinds of nodes that a SELECT needs, as EXPLAIN AST names them. */
const allowedNodes = new Set([
  ...['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'ExpressionList'],
  ...['Identifier', 'TableIdentifier', 'Function', 'Literal', 'Subquery', 'WithElement'],
  ...['Asterisk', 'QualifiedAsterisk', 'ColumnsRegexpMatcher', 'ColumnsListMatcher'],
  ...['QualifiedColumnsRegexpMatcher', 'QualifiedColumnsListMatcher', 'ColumnsTransformerList'],
  ...['ColumnsExceptTransformer', 'ColumnsReplaceTransformer', 'TablesInSelectQuery'],
  ...['TablesInSelectQueryElement', 'TableExpression', 'TableJoin', 'ArrayJoin'],
  ...['OrderByElement', 'InterpolateElement', 'WindowDefinition', 'WindowListElement'],
]);

/**
 * The second half of the function check, independent of the first: every node of the syntax tree,
 * as EXPLAIN AST prints it before anything is evaluated, is of an allowed kind, and every function
 * is on the list. A name with a line break only adds lines.
 * @throws StatementFailure
 */
export function checkSyntaxTree(tree: string): void {
  for (const line of tree.split('\n')) {
    if (line === '') continue;
    const node = line.trimStart();
    const [kind = ''] = /^\w+/.exec(node) ?? [];
    if (kind.endsWith('Query') && !allowedNodes.has(kind)) {
      throw refused('READONLY', 'Only SELECT statements can be run here');
    }
    if (!allowedNodes.has(kind)) {
      throw refused('ACCESS_DENIED', 'This statement has a clause that is not allowed here');
    }
    if (kind !== 'Function') continue;
    const name = /^Function (\S+)/.exec(node)?.[1] ?? '';
    if (!isAllowedFunction(name)) throw unknownFunction(name);
  }
}

/**
 * Every qualified table name of the syntax tree is one of `tables`. An unqualified one can only be a
 * view or a common table expression, because the current database has nothing else. This comes
 * before the resolved tree, in which the engine has already replaced scalar subqueries by values.
 * @throws StatementFailure
 */
export function checkTableNames(tree: string, tables: ReadonlySet<string>): void {
  for (const name of namedTables(tree)) {
    if (name.includes('.') && !tables.has(name)) throw unknownTable();
  }
}

/**
 * Every name of the syntax tree that stands where a table can stand: after FROM, and as the last
 * operand of an IN, because the engine reads a table of that name.
 */
export function namedTables(tree: string): ReadonlySet<string> {
  const names = new Set<string>();
  /** The INs around a line, the innermost last, each with its last operand so far. */
  const open: { readonly depth: number; operand: string }[] = [];
  const closeFrom = (depth: number): void => {
    for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) {
      const [, name] = /^ *Identifier ([^ ]*)/.exec(last.operand) ?? [];
      if (name !== undefined) names.add(name);
      open.pop();
    }
  };
  for (const line of tree.split('\n')) {
    const depth = depthOf(line);
    closeFrom(depth);
    const around = open.findLast((each) => each.depth <= depth - 2);
    if (around?.depth === depth - 2) around.operand = line;
    const [, table] = /^ *TableIdentifier ([^ ]*)/.exec(line) ?? [];
    if (table !== undefined) names.add(table);
    if (/^ *Function \w*in(?:ignoreset)? /i.test(line)) open.push({ depth, operand: '' });
  }
  closeFrom(0);
  return names;
}

function depthOf(line = ''): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function unknownTable(): Error {
  return refused('UNKNOWN_TABLE', 'This statement reads a table that does not exist here');
}

/**
 * Every table of the resolved statement, as EXPLAIN QUERY TREE prints it, is one of `tables`, and
 * every table function is on the list. The engine has resolved aliases, parameters and common table
 * expressions by then.
 * @throws StatementFailure
 */
export function checkTables(tree: string, tables: ReadonlySet<string>): void {
  for (const line of tree.split('\n')) {
    const [, kind = '', rest = ''] = /^ *(TABLE|TABLE_FUNCTION) (id: .*)$/.exec(line) ?? [];
    if (kind === 'TABLE') {
      const name = /, table_name: ([^,]*)/.exec(rest)?.[1];
      if (name === undefined || !tables.has(name)) {
        throw unknownTable();
      }
    }
    if (kind === 'TABLE_FUNCTION') {
      const name = /, table_function_name: (\w*)/.exec(rest)?.[1];
      if (name === undefined || !isAllowedTableFunction(name)) throw unknownFunction(name ?? '');
    }
  }
}
