import type { ReadingRequest, Scope } from '#core/analytics/reading';
import { type Dimension, unmatchedName } from '#contract/analytics/report-filters';
import { noneName, unknownName } from '#core/analytics/report/filters';
import { conversionsIn, isConversion, ofClass, passingClicks } from './scope-sql.ts';
import { columnsOfDays, factOfList, isOfClicks, type DayProjection } from './facts.ts';
import { inDaysOf, inEdgesOf, wholeDays, within, type Span, type Spans } from './times.ts';

type Lists = {
  readonly dimensions: readonly Dimension[];
  readonly hasConversions: boolean;
  /** The requested time span, and the compared one. */
  readonly spans: Spans;
  /** Whether the projections by UTC day are read for whole days. */
  readonly isByDays: boolean;
};

/**
 * The largest values of each list: list (`part`), `name`, `detail`, and `numbers`. The window
 * functions sum and number all values of a list before it is cut. Values that only the compared
 * period has come last. 'Not matched to a click' is never cut off. The parameters are
 * `listsParams`.
 */
export function largestValues(scope: Scope, lists: Lists): string {
  return `
    SELECT part, name, detail, [
        clicks, conversions, compared, toInt64(countIf(clicks + conversions + compared > 0) OVER list),
        sum(clicks) OVER list, sum(conversions) OVER list, sum(compared) OVER list, tenths] AS numbers
    FROM (${withTenths(countedValues(scope, lists))})
    WINDOW list AS (PARTITION BY part)
    QUALIFY row_number() OVER (PARTITION BY part
        ORDER BY name = '${unmatchedName}' DESC, clicks DESC, conversions DESC, compared DESC, name, detail)
      <= {longestOfLists:Array(UInt32)}[indexOf({lists:Array(String)}, part)]`;
}

export function listsParams({ dimensions, longest, unless = {} }: ReadingRequest['lists']) {
  return { lists: dimensions, longestOfLists: dimensions.map((list) => unless[list] ?? longest) };
}

/**
 * Adds to rows of lists (`part`, `name`, `detail`, `clicks`) their `tenths`: the share of their list's
 * clicks in tenths of a percent. Those of a list with clicks add up to 1,000, by the largest remainder;
 * of equal remainders the row with more clicks comes first, then by name. So a row's share depends on
 * its list's clicks alone, wherever it is shown.
 */
export function withTenths(rows: string): string {
  return `
    SELECT * EXCEPT (whole, least, remainder),
      toInt64(least + (row_number() OVER (PARTITION BY part
        ORDER BY remainder DESC, clicks DESC, name, detail) <= missing)) AS tenths,
      if(whole = 0, 0, 1000 - sum(least) OVER (PARTITION BY part)) AS missing
    FROM (
      SELECT *, sum(clicks) OVER (PARTITION BY part) AS whole,
        if(whole = 0, 0, intDiv(clicks * 1000, whole)) AS least,
        if(whole = 0, 0, (clicks * 1000) % whole) AS remainder
      FROM (${rows}))`;
}

/**
 * Every value of these lists: the list (`part`), its name and detail, its clicks and conversions in
 * the asked span, and its clicks in the compared one (`compared`). One pass over the clicks counts
 * all lists; where the counts of UTC days answer, only the clicks at the edges of the spans are read.
 */
export function countedValues(scope: Scope, lists: Lists): string {
  const { dimensions, hasConversions } = lists;
  return `
    SELECT part, ${nameOf(dimensions)} AS name, ${detailOfValue} AS detail,
      sum(numbers.1) AS clicks, sum(numbers.2) AS compared, sum(numbers.3) AS conversions
    FROM (
      ${[...clickedValues(scope, lists), ...(hasConversions ? [creditedValues(scope, dimensions)] : [])].join('\nUNION ALL\n')})
    GROUP BY part, name, detail`;
}

function clickedValues(scope: Scope, { dimensions, spans, isByDays }: Lists): readonly string[] {
  const passing = `${passingClicks(scope)} AND ${ofClass}`;
  const whole = new Map<Span, string>();
  const single = new Map<Span, string>();
  for (const [span, units] of spans) {
    const days = isByDays ? wholeDays(units) : null;
    if (days) whole.set(span, inDaysOf(span));
    if (days === null) single.set(span, within(span, 'clicked_at'));
    else if (days.edgeDays.length > 0) single.set(span, inEdgesOf(span));
  }
  const byDays = [...Map.groupBy(dimensions, (list) => factOfList(list).days)].map(
    ([projection, some]) =>
      valuesOf(some, {
        from: `(${dayCounts(projection, passing, whole)})`,
        numbers: numbersOf(whole, (span) => `sumIf(clicks, is_${span})`),
      }),
  );
  const wanted = [...single.values()].map((when) => `(${when})`).join(' OR ');
  const singly = valuesOf(dimensions, {
    from: `clicks WHERE ${passing} AND (${wanted})`,
    numbers: numbersOf(single, (_, when) =>
      single.size === 1 ? 'toInt64(count())' : `toInt64(countIf(${when}))`,
    ),
  });
  return [...(whole.size > 0 ? byDays : []), ...(single.size > 0 ? [singly] : [])];
}

/** Clicks of the requested span and of the compared one; conversions are 0. */
function numbersOf(
  conditions: ReadonlyMap<Span, string>,
  clicksIn: (span: Span, when: string) => string,
): string {
  const clicks = (['asked', 'compared'] as const).map((span) => {
    const when = conditions.get(span);
    return when === undefined ? 'toInt64(0)' : clicksIn(span, when);
  });
  return `(${clicks.join(', ')}, toInt64(0))`;
}

/**
 * The whole days' clicks by all columns of the projection, as a table with the column `clicks`, and a
 * column for each span that says whether the row's clicks are on its days. `condition` names the
 * account (`user_id = …`), and may name classes.
 */
export function dayCounts(
  projection: DayProjection,
  condition: string,
  inDays: ReadonlyMap<Span, string>,
): string {
  const columns = columnsOfDays(projection);
  const flags = [...inDays].map(([span, when]) => `${when} AS is_${span}`);
  return `
    SELECT ${[...columns, ...flags].join(', ')}, toInt64(count()) AS clicks
    FROM clicks WHERE ${condition} AND (${[...inDays.keys()].map((span) => `is_${span}`).join(' OR ')})
    GROUP BY ${[...columns, ...[...inDays.keys()].map((span) => `is_${span}`)].join(', ')}`;
}

function creditedValues(scope: Scope, lists: readonly Dimension[]): string {
  const hasCredit = lists.some((list) => isOfClicks(factOfList(list)));
  const conversions = conversionsIn(scope, (time) => within('asked', time), hasCredit);
  return valuesOf(lists, {
    from: `(${conversions}) WHERE ${isConversion}`,
    numbers: '(toInt64(0), toInt64(0), toInt64(count()))',
    isMatched: true,
  });
}

type Counted = {
  readonly from: string;
  /** An expression that aggregates. */
  readonly numbers: string;
  /** Whether rows can be without a value. */
  readonly isMatched?: boolean;
};

/**
 * The values of these lists in the rows of `from`: list (`part`), `value`, `second` (of cities alone),
 * and `numbers`. Values are counted before they become texts, which take longer to compare. The
 * statement is kept short: the engine takes longer to plan it than to run it.
 */
function valuesOf(lists: readonly Dimension[], { from, numbers, isMatched }: Counted): string {
  const matchOf = (list: Dimension) => (isMatched ? factOfList(list).match : null);
  const sets = lists.map((list) => {
    const match = matchOf(list);
    return [...factOfList(list).columns, ...(match === null ? [] : [match])];
  });
  const columns = [...new Set(sets.flat())];
  const isAlone = lists.length === 1;
  const at = isAlone
    ? '1'
    : `indexOf([${sets.map((set) => bitsOf(set, columns)).join(', ')}], set)`;
  return `
    SELECT [${quoted(lists)}][${at} AS at] AS part,
      [${lists.map((list) => valueOf(list, matchOf(list))).join(', ')}][at] AS value,
      ${lists.includes('cities') ? `if(part = 'cities', toString(country), '')` : `''`} AS second,
      numbers
    FROM (
      SELECT ${columns.join(', ')}, ${isAlone ? '' : `grouping(${columns.join(', ')}) AS set,`}
        ${numbers} AS numbers
      FROM ${from} GROUP BY ${isAlone ? columns.join(', ') : `GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`})`;
}

/**
 * The result of `grouping` over the columns, for the rows of a list. The last column is the lowest
 * bit.
 */
function bitsOf(set: readonly string[], columns: readonly string[]): number {
  return columns.reduce((bits, column) => bits * 2 + (set.includes(column) ? 0 : 1), 0);
}

/** The empty value as a text. */
function valueOf(list: Dimension, match: string | null): string {
  const { columns, holds } = factOfList(list);
  const text = `toString(${columns[0]})`;
  const value = holds.startsWith('UInt') ? `if(${columns[0]} = 0, '', ${text})` : text;
  return match === null ? value : `if(${match}, ${value}, '${unmatchedName}')`;
}

/** The name of a row of `valuesOf`; an empty value also gets a name. */
function nameOf(lists: readonly Dimension[]): string {
  const named = lists.filter((list) => factOfList(list).empty !== noneName);
  const names = named.map((list) => `part = '${list}', '${factOfList(list).empty}'`);
  const empty =
    names.length === 0 ? `'${noneName}'` : `multiIf(${names.join(', ')}, '${noneName}')`;
  return `if(value != '', value, ${empty})`;
}

/** The detail below the name. */
const detailOfValue = `
  multiIf(part != 'cities' OR value = '${unmatchedName}', '', second = '', '${unknownName}', second)`;

function quoted(lists: readonly Dimension[]): string {
  return lists.map((each) => `'${each}'`).join(', ');
}
