import { type CallExpression, parseSync, Visitor } from 'oxc-parser';

/** A source with one small mistake. */
export type Mutant = {
  /** The line of the mistake, from 1. */
  readonly line: number;
  /** What surrounds it: ten characters before and after. */
  readonly text: string;
  /** What it says there, and what it says instead. */
  readonly was: string;
  readonly is: string;
  readonly source: string;
};

/** What is written instead of an operator: a mistake that a person could make. */
const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
};

type Span = { readonly start: number; readonly end: number };

/**
 * All mutants of a TypeScript source, each with one change: another operator, a condition that is
 * the opposite, a number that is one more, a boolean that is the other one.
 */
export function mutantsOf(path: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const change = (place: Span, is: string): void => void mutants.push(mutant(source, place, is));
  const operator = (left: Span, right: Span, written: string): void => {
    const at = source.indexOf(written, left.end);
    if (at < 0 || at >= right.start) return;
    const place = { start: at, end: at + written.length };
    for (const other of operators[written] ?? []) change(place, other);
  };
  const opposite = (test: Span): void => change(test, `!(${source.slice(test.start, test.end)})`);

  new Visitor({
    BinaryExpression: ({ left, right, operator: written }) => operator(left, right, written),
    LogicalExpression: ({ left, right, operator: written }) => operator(left, right, written),
    IfStatement: ({ test }) => opposite(test),
    ConditionalExpression: ({ test }) => opposite(test),
    Literal(literal) {
      if (typeof literal.value === 'boolean') change(literal, String(!literal.value));
      if (typeof literal.value === 'number') change(literal, String(literal.value + 1));
    },
  }).visit(withoutTypes(path, source));
  return mutants;
}

const sync = /^(f?(data)?sync(Sync)?|sync(Folder(Now)?|File)|onSync)$/;

/** All mutants of a source without one of its syncs: only a loss of power shows such a mistake. */
export function withoutSyncs(path: string, source: string): Mutant[] {
  const calls: CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      if (isSync(call)) calls.push(call);
    },
  }).visit(parseSync(path, source).program);
  return calls
    .filter((call) => !calls.some(({ callee }) => callee === call))
    .map((call) => mutant(source, call, 'undefined'));
}

/** `disk.sync(path)`, `opened(path, 'r', fsyncSync)`, `promisify(fsync)(fd)`. */
function isSync({ callee, arguments: given }: CallExpression): boolean {
  if (callee.type === 'CallExpression') return isSync(callee);
  const called = callee.type === 'MemberExpression' ? callee.property : callee;
  return [called, ...given].some((each) => each.type === 'Identifier' && sync.test(each.name));
}

function mutant(source: string, { start, end }: Span, is: string): Mutant {
  return {
    line: source.slice(0, start).split('\n').length,
    text: source.slice(Math.max(0, start - 10), end + 10),
    was: source.slice(start, end),
    is,
    source: source.slice(0, start) + is + source.slice(end),
  };
}

/** The syntax tree; literals of types are outside of it, because they change nothing at run time. */
function withoutTypes(path: string, source: string): ReturnType<typeof parseSync>['program'] {
  const { program } = parseSync(path, source);
  new Visitor({
    TSLiteralType: (type) => void Object.assign(type, { literal: null }),
  }).visit(program);
  return program;
}
