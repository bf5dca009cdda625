import { aggregateFunctions } from './functions/aggregates.ts';
import { textFunctions } from './functions/texts.ts';
import { valueFunctions } from './functions/values.ts';

/** Functions of the syntax: `x -> y`, EXISTS, GROUPING, and a parameter's cast to its type. */
const ofSyntax = ['lambda', 'exists', 'grouping', '_CAST'];

/** Table functions. Each makes its rows from its arguments. */
const tableFunctions = ['numbers', 'generate_series', 'generateSeries'];

/** Suffixes that change how an aggregate function reads its rows: `sumIf`, `uniqArray`. */
const combinator = /(?:If|Array|Map|State|Merge|Distinct|OrNull|OrDefault|ForEach|ArgMin|ArgMax)$/;

/** In UTF-16 units; the engine's own names have fewer, combinators included. */
const longestName = 100;

const scalars = new Set(
  lower([...namesIn(valueFunctions), ...namesIn(textFunctions), ...ofSyntax]),
);
const aggregates = new Set(lower(namesIn(aggregateFunctions)));
const tables = new Set(lower(tableFunctions));

/** The functions by their usual spelling, for completion. */
export const functionNames: readonly string[] = [
  ...new Set([
    ...namesIn(valueFunctions),
    ...namesIn(textFunctions),
    ...namesIn(aggregateFunctions),
    ...tableFunctions,
  ]),
].toSorted();

/** Whether a statement may call a function or table function; the engine ignores case for many. */
export function isAllowedFunction(name: string): boolean {
  return scalars.has(name.toLowerCase()) || isAllowedTableFunction(name) || isAggregate(name);
}

export function isAllowedTableFunction(name: string): boolean {
  return tables.has(name.toLowerCase());
}

/**
 * A long name is refused first, because each removed combinator costs another search through the
 * name.
 */
function isAggregate(name: string): boolean {
  if (name.length > longestName) return false;
  for (let base = name; ; base = base.replace(combinator, '')) {
    if (aggregates.has(base.toLowerCase())) return true;
    if (!combinator.test(base)) return false;
  }
}

function namesIn(groups: Readonly<Record<string, string>>): string[] {
  return Object.values(groups).flatMap((names) => names.trim().split(/\s+/));
}

function lower(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}
