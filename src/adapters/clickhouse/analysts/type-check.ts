import type { Token } from './lexer.ts';
import { refused } from './refuse.ts';

/**
 * Functions with the name of a type among their arguments, and which argument that is. From a type
 * of aggregate states the engine would read bytes as a state: those bytes are its author's.
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

/**
 * The first half of the type check: each type in a canonical text is written out, as a literal or in
 * a parameter, and is no type of aggregate states.
 * @throws StatementFailure
 */
export function checkTypes(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'parameter' && stateType.test(token.text)) throw stateTypeRefused();
    const which = token.kind === 'word' ? typeArguments.get(token.text.toLowerCase()) : undefined;
    if (which === undefined || tokens[index + 1]?.text !== '(') continue;
    const given = argumentsFrom(tokens, index + 2);
    const [type, ...more] = (which === 'second' ? given[1] : given.at(-1)) ?? [];
    const isLiteral = type?.kind === 'text' && more.length === 0;
    refuseUnlessPlain(isLiteral ? type.text : undefined);
  }
}

/** The arguments of the call whose parenthesis was opened before `from`. */
function argumentsFrom(tokens: readonly Token[], from: number): Token[][] {
  const given: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(from)) {
    if (token.kind === 'mark') {
      if (depth === 0 && token.text === ')') break;
      if (token.text === '(' || token.text === '[') depth += 1;
      if (token.text === ')' || token.text === ']') depth -= 1;
      if (depth === 0 && token.text === ',') {
        given.push([]);
        continue;
      }
    }
    given.at(-1)?.push(token);
  }
  return given;
}

/**
 * The second half, over the syntax tree that EXPLAIN AST prints: the engine has put parameters and
 * their types in by then.
 * @throws StatementFailure
 */
export function checkTypesOfTree(tree: string): void {
  const lines = tree.split('\n');
  for (const [index, line] of lines.entries()) {
    const name = /^ *Function (\S+)/.exec(line)?.[1]?.toLowerCase() ?? '';
    const which = typeArguments.get(name);
    if (which === undefined) continue;
    const given = operandsBelow(lines, index);
    const type = which === 'second' ? given[1] : given.at(-1);
    refuseUnlessPlain(/^ *Literal ('.*)$/.exec(type ?? '')?.[1]);
  }
}

/** The operands' own lines: they stand two levels below their function, in its list. */
function operandsBelow(lines: readonly string[], index: number): string[] {
  const depth = depthOf(lines[index]) + 2;
  const rest = lines.slice(index + 1);
  const end = rest.findIndex((line) => depthOf(line) < depth - 1);
  const below = end === -1 ? rest : rest.slice(0, end);
  return below.filter((line) => depthOf(line) === depth);
}

function depthOf(line = ''): number {
  return /^ */.exec(line)?.[0].length ?? 0;
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
