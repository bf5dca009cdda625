import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import { root } from './document.ts';

/** `[never-lost] [counted-once] killed at any moment, …` */
const namesAtStart = /^(?:\[[a-z]+(?:-[a-z]+)*\] )+/;
/** What follows `test.` or `describe.` where a test does not run, or has to fail. */
export const disabling: ReadonlySet<string> = new Set(['skip', 'todo', 'failing']);

/**
 * The names of guarantees in the titles of each test file that has some; paths from the root,
 * sorted.
 */
export function namesInTests(): Map<string, string[]> {
  const paths = [...new Bun.Glob('tests/**/*.ts').scanSync({ cwd: root })].sort();
  return new Map(
    paths
      .map((path): [string, string[]] => [
        path,
        namesInTitles(path, readFileSync(join(root, path), 'utf8')),
      ])
      .filter(([, names]) => names.length > 0),
  );
}

/** The names at the beginning of titles of tests and groups of tests, each once. */
export function namesInTitles(path: string, source: string): string[] {
  const names = new Set<string>();
  new Visitor({
    CallExpression(call) {
      if (!isTest(call)) return;
      const [start = ''] = namesAtStart.exec(titleOf(call)) ?? [];
      for (const [, name = ''] of start.matchAll(/\[([^\]]+)\]/g)) names.add(name);
    },
  }).visit(parseSync(path, source).program);
  return [...names];
}

/**
 * `test(…)`, `describe.each(…)(…)`, and a function of the same file, which may wrap one of them.
 */
function isTest({ callee }: CallExpression): boolean {
  if (callee.type === 'Identifier') return true;
  const chain = chainOf(callee);
  return (
    ['test', 'describe'].includes(chain[0] ?? '') && !chain.some((part) => disabling.has(part))
  );
}

/** `test.each(table)` as `test`, `each`; empty when the call has another form. */
function chainOf(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return chainOf(callee.callee);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  return [...chainOf(callee.object), callee.property.name];
}

/**
 * The constant text at the beginning of a title; empty when the title begins with an expression.
 */
function titleOf({ arguments: [title] }: CallExpression): string {
  if (title?.type === 'Literal') return String(title.value);
  if (title?.type === 'TemplateLiteral') return title.quasis[0]?.value.cooked ?? '';
  return '';
}

/** The files that name each guarantee; `names` has the names by file. */
export function holdersOf(names: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const [path, named] of names) {
    for (const name of named) holders.set(name, [...(holders.get(name) ?? []), path]);
  }
  return holders;
}
