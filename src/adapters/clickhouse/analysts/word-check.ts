import { isAllowedFunction } from './allowed-functions.ts';
import { nameOf, type Token } from './lexer.ts';
import { refused } from './refuse.ts';

/** Keywords that may stand before a parenthesis. None of them is a function outside the list. */
export const wordsBeforeParenthesis: ReadonlySet<string> = new Set([
  ...['SELECT', 'DISTINCT', 'FROM', 'WHERE', 'PREWHERE', 'HAVING', 'QUALIFY', 'WITH', 'AS', 'ON'],
  ...['USING', 'JOIN', 'ALL', 'EXCEPT', 'INTERSECT', 'BY', 'SETS', 'ROLLUP', 'CUBE', 'OVER'],
  ...['AND', 'OR', 'NOT', 'IN', 'LIKE', 'ILIKE', 'LIMIT', 'OFFSET', 'STEP', 'TO', 'COLUMNS'],
  ...['REPLACE', 'INTERPOLATE', 'EXISTS', 'IS'],
]);

/** Keywords of clauses that an account's own statement does not have. */
const foreignWords = new Set([
  ...['INTO', 'OUTFILE', 'INFILE', 'INSERT', 'PARALLEL', 'RECURSIVE', 'APPLY', 'SETTINGS'],
  ...['FORMAT', 'EXPLAIN', 'GLOBAL', 'SAMPLE'],
]);

/** Forbidden types of parameters: names of tables, and states of aggregate functions. */
const foreignType = /:\s*identifier|aggregatefunction/i;

/** Databases of the server besides the views'. */
const foreignDatabases = new Set(['waypost', 'default', 'system', 'information_schema']);

/**
 * Reads a canonical statement word by word: it has to be a SELECT without foreign clauses.
 * @throws StatementFailure
 */
export function checkWords(tokens: readonly Token[]): void {
  const first = tokens.find((token) => token.text !== '(');
  if (first?.kind !== 'word' || (first.text !== 'SELECT' && first.text !== 'WITH')) {
    throw refused('READONLY', 'Only SELECT statements can be run here');
  }
  for (const [index, token] of tokens.entries()) {
    // The canonical form writes keywords in capitals. A name like this, behind a dot, is a column.
    if (tokens[index - 1]?.text === '.') continue;
    if (
      tokens[index + 1]?.text === '.' &&
      foreignDatabases.has(nameOf(token)?.toLowerCase() ?? '')
    ) {
      throw refused('UNKNOWN_TABLE', 'This statement reads a database that does not exist here');
    }
    if (token.kind === 'parameter' && foreignType.test(token.text)) {
      throw refused('NOT_IMPLEMENTED', 'Parameters of this type are not available here');
    }
    if (token.kind !== 'word') continue;
    if (foreignWords.has(token.text)) {
      throw refused('ACCESS_DENIED', `${token.text} is not allowed here`);
    }
  }
}

/**
 * The first half of the function check: every name before a parenthesis is a function of the list,
 * and no quoted name stands there.
 * @throws StatementFailure
 */
export function checkCalls(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.text !== '(' || token.kind !== 'mark') continue;
    const before = tokens[index - 1];
    if (before === undefined || (before.kind === 'mark' && before.text !== ']')) continue;
    const isKnown =
      before.kind === 'word' &&
      (wordsBeforeParenthesis.has(before.text) || isAllowedFunction(before.text));
    if (!isKnown) throw unknownFunction(nameOf(before) ?? before.text);
  }
}

export function unknownFunction(name: string): Error {
  const shown = name.slice(0, 60);
  return refused('UNKNOWN_FUNCTION', `The function ${shown} is not available here`);
}
