import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** The name of the global function that `withComments` calls: it gets a value and its comment. */
export const commented = 'commented';

/**
 * The source of a module in which every value with a doc comment is passed with it to `commented`:
 * those of constants, and of an object's properties. So what the contract says of a field for
 * programmers is also what the API's document says of it.
 */
export function withComments(path: string): string {
  const source = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, source);
  const before = new Map<number, string>();
  for (const { type, value, end } of comments) {
    if (type !== 'Block' || !value.startsWith('*')) continue;
    const next = end + (/^\s*/.exec(source.slice(end))?.[0].length ?? 0);
    before.set(next, textOf(value));
  }

  const edits: { at: number; text: string }[] = [];
  const pass = (value: { start: number; end: number }, start: number, name = ''): void => {
    const text = before.get(start);
    if (text === undefined) return;
    edits.push({ at: value.start, text: `${name}${commented}(` });
    edits.push({ at: value.end, text: `, ${JSON.stringify(text)})` });
  };
  new Visitor({
    Property: ({ value, start, shorthand }) =>
      pass(value, start, shorthand ? `${source.slice(value.start, value.end)}: ` : ''),
    ExportNamedDeclaration: ({ declaration, start }) => {
      if (declaration?.type === 'VariableDeclaration') first(declaration.declarations, start);
    },
    VariableDeclaration: ({ declarations, start }) => first(declarations, start),
  }).visit(program);
  function first(declarations: readonly { init: Span | null }[], start: number): void {
    const init = declarations[0]?.init;
    if (init) pass(init, start);
  }
  return inserted(source, edits);
}

type Span = { start: number; end: number };

function inserted(source: string, edits: readonly { at: number; text: string }[]): string {
  let made = source;
  // From the end, so that places stay; of two at one place, the outer value's comes first.
  const ordered = edits.map((edit, order) => ({ ...edit, order }));
  for (const { at, text } of ordered.toSorted((a, b) => b.at - a.at || b.order - a.order)) {
    made = made.slice(0, at) + text + made.slice(at);
  }
  return made;
}

/** The comment as one paragraph, without its stars. */
function textOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
