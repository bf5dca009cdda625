import { parseSync, Visitor } from 'oxc-parser';

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
  const change = ({ start, end }: Span, is: string): void => {
    const was = source.slice(start, end);
    const line = source.slice(0, start).split('\n').length;
    const text = source.slice(Math.max(0, start - 10), end + 10);
    mutants.push({ line, text, was, is, source: source.slice(0, start) + is + source.slice(end) });
  };
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

/** The syntax tree; literals of types are outside of it, because they change nothing at run time. */
function withoutTypes(path: string, source: string): ReturnType<typeof parseSync>['program'] {
  const { program } = parseSync(path, source);
  new Visitor({
    TSLiteralType: (type) => void Object.assign(type, { literal: null }),
  }).visit(program);
  return program;
}
