import type { Token } from './lexer.ts';
import { refused } from './refuse.ts';

/**
 * Functions with the name of a type among their arguments, and which argument that is. With a type
 * of aggregate states, the engine would read the author's own bytes as a state.
 */
const typeArguments = new Map<string, 'second' | 'last'>([
  ...['cast', '_cast', 'accuratecast', 'accuratecastornull', 'accuratecastordefault'].map(
    (name) => [name, 'second'] as const,
  ),
  ...['reinterpret', 'dynamicelement', 'variantelement'].map((name) => [name, 'second'] as const),
  ...['jsonextract', 'jsonextractcaseinsensitive'].map((name) => [name, 'last'] as const),
  ...['jsonextractkeysandvalues', 'jsonextractkeysandvaluescaseinsensitive'].map(
    (name) => [name, 'last'] as const,
  ),
]);

const stateType = /aggregatefunction/i;

/** A parenthesis or bracket that is not closed yet. */
type Open = {
  /** Which argument is the name of a type; undefined when none is. */
  readonly which: 'second' | 'last' | undefined;
  /** How many arguments are complete. */
  complete: number;
  /** The tokens of the current argument, brackets with all that is in them as one. */
  tokens: number;
  /** The current argument, when it is a text alone. */
  text: string | undefined;
  /** The second argument, when it is a text alone and complete. */
  second: string | undefined;
};

/**
 * The first half of the type check: each type in a canonical text is written out, as a literal or in
 * a parameter, and is no type of aggregate states. One pass: this runs on the thread that redirects.
 * @throws StatementFailure
 */
export function checkTypes(tokens: readonly Token[]): void {
  const open: Open[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'parameter' && stateType.test(token.text)) throw stateTypeRefused();
    const current = open.at(-1);
    const mark = token.kind === 'mark' ? token.text : '';
    if (mark === ')' || mark === ']') {
      const closed = open.pop();
      if (closed) refuseUnlessTyped(closed);
    } else if (mark === ',' && current) {
      endArgument(current);
    } else {
      if (current) addTo(current, token);
      if (mark === '(') open.push(opened(typeArgumentOf(tokens[index - 1])));
      if (mark === '[') open.push(opened(undefined));
    }
  }
  for (const unclosed of open) refuseUnlessTyped(unclosed);
}

function opened(which: Open['which']): Open {
  return { which, complete: 0, tokens: 0, text: undefined, second: undefined };
}

function typeArgumentOf(before: Token | undefined): Open['which'] {
  return before?.kind === 'word' ? typeArguments.get(before.text.toLowerCase()) : undefined;
}

function addTo(call: Open, token: Token): void {
  call.tokens += 1;
  call.text = call.tokens === 1 && token.kind === 'text' ? token.text : undefined;
}

function endArgument(call: Open): void {
  if (call.complete === 1) call.second = call.text;
  call.complete += 1;
  call.tokens = 0;
  call.text = undefined;
}

function refuseUnlessTyped(call: Open): void {
  if (call.which === undefined) return;
  const isSecond = call.which === 'last' || call.complete === 1;
  refuseUnlessPlain(isSecond ? call.text : call.second);
}

/**
 * The second half, over the syntax tree that EXPLAIN AST prints: the engine has put parameters and
 * their types in by then.
 * @throws StatementFailure
 */
export function checkTypesOfTree(tree: string): void {
  const lines = tree.split('\n');
  const depths = lines.map(depthOf);
  for (const [index, line] of lines.entries()) {
    const name = /^ *Function (\S+)/.exec(line)?.[1]?.toLowerCase() ?? '';
    const which = typeArguments.get(name);
    if (which === undefined) continue;
    const given = operandsBelow(lines, depths, index);
    const type = which === 'second' ? given[1] : given.at(-1);
    refuseUnlessPlain(/^ *Literal ('.*)$/.exec(type ?? '')?.[1]);
  }
}

/** The operands' own lines: they stand two levels below their function, in its list. */
function operandsBelow(
  lines: readonly string[],
  depths: readonly number[],
  index: number,
): string[] {
  const depth = (depths[index] ?? 0) + 2;
  const operands: string[] = [];
  for (let at = index + 1; (depths[at] ?? 0) >= depth - 1; at += 1) {
    if (depths[at] === depth) operands.push(lines[at] ?? '');
  }
  return operands;
}

function depthOf(line: string): number {
  return line.search(/[^ ]|$/);
}

function refuseUnlessPlain(type: string | undefined): void {
  if (type === undefined) {
    throw refused('NOT_IMPLEMENTED', 'The name of a type has to be written out here');
  }
  if (stateType.test(type)) throw stateTypeRefused();
}

function stateTypeRefused(): Error {
  return refused('NOT_IMPLEMENTED', 'Types of aggregate states are not available here');
}
