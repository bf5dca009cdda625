import { literal } from './databases.ts';
import type { Token } from './lexer.ts';

/**
 * The EXPLAIN options for a plan with the steps only. The steps' descriptions would name tables,
 * columns and conditions that the views hide.
 */
export const planOnly = 'PLAN json = 1, description = 0, header = 0, actions = 0, indexes = 0';

/**
 * The statement of an EXPLAIN or EXPLAIN PLAN, in canonical form; null for any other statement, and
 * for an EXPLAIN of another kind or with settings.
 */
export function explainedStatement(text: string, tokens: readonly Token[]): string | null {
  const [first, second] = tokens;
  if (first?.text !== 'EXPLAIN' || second === undefined) return null;
  return ['SELECT', 'WITH', '('].includes(second.text) ? text.slice(second.at) : null;
}

/**
 * A statement that shows the plan: a row for each step, indented under the step that reads it.
 * `answer`: the engine's response to `planOnly`. How rows are read is left out, because it shows
 * which blocks of a table exist, and these also have rows of other accounts.
 */
export function planStatement(answer: string): string {
  const lines = linesOf(JSON.parse(answer), '').map(literal);
  return `SELECT arrayJoin([${lines.join(', ')}]) AS explain`;
}

/** The names of the steps in a part of the plan: a list of steps, or one step with those below it. */
function linesOf(part: unknown, indent: string): readonly string[] {
  if (Array.isArray(part)) return part.flatMap((each) => linesOf(each, indent));
  if (typeof part !== 'object' || part === null) return [];
  if ('Plan' in part) return linesOf(part.Plan, indent);
  const kind = 'Node Type' in part ? String(part['Node Type']) : '';
  const name = kind.startsWith('Read') ? 'Read' : kind;
  return [indent + name, ...('Plans' in part ? linesOf(part.Plans, `${indent}  `) : [])];
}
