import type { Dimension } from '#core/analytics/report/dimensions';
import type { ReportScope } from '#core/analytics/report/report-reading';
import { dayCounts } from '#adapters/clickhouse/analytics/days/day-counts-sql';
import { isConversion } from '#adapters/clickhouse/analytics/narrowing';
import { conversionsIn } from './credits-sql.ts';
import { isOfClicks, ofClass, passingClicks } from './filters-sql.ts';
import {
  detailOfValue,
  nameOfValue,
  projectionOf,
  valuesOf,
} from '#adapters/clickhouse/analytics/list-columns';
import { matchOfList } from './matches-sql.ts';
import { inDaysOf, inEdgesOf, within, type Span, type SpanDays } from './spans.ts';

/**
 * Every value of these lists: the list (`part`), its name and detail, its clicks and conversions in
 * the asked period, and its clicks in the compared one (`compared`). One pass over the clicks counts
 * all lists. With `days`, which needs a scope without filters, only the clicks at the edges of the
 * periods are read; the counts of UTC days have the others.
 */
export function countedValues(
  scope: ReportScope,
  lists: readonly Dimension[],
  { isCompared, days }: ValuesShape,
): string {
  const spans: readonly Span[] = isCompared ? ['asked', 'compared'] : ['asked'];
  const inDays = forEach(spans, (span) => days?.[span] && inDaysOf(span));
  const passing = `${passingClicks(scope)} AND ${ofClass}`;
  const clicked = [
    ...clicksOfDays(passing, lists, inDays),
    ...clicksReadSingly(
      passing,
      lists,
      forEach(spans, (span) => outsideDays(span, days)),
    ),
  ];
  return `
    SELECT part, ${nameOfValue} AS name, ${detailOfValue} AS detail,
      sum(numbers.1) AS clicks, sum(numbers.2) AS compared, sum(numbers.3) AS conversions
    FROM (
      ${[...clicked, creditedValues(scope, lists)].join('\nUNION ALL\n')})
    GROUP BY part, name, detail`;
}

export type ValuesShape = {
  readonly isCompared: boolean;
  readonly days: SpanDays | null;
};

/** Which clicks each period has. Periods that have none are absent. */
type Conditions = ReadonlyMap<Span, string>;

function forEach(
  spans: readonly Span[],
  conditionOf: (span: Span) => string | null | undefined,
): Conditions {
  return new Map(
    spans.flatMap((span) => {
      const condition = conditionOf(span);
      return condition ? [[span, condition] as const] : [];
    }),
  );
}

/** The clicks that the counts of days do not have; null when they have all. */
function outsideDays(span: Span, days: SpanDays | null): string | null {
  const whole = days?.[span];
  if (!whole) return within(span, 'clicked_at');
  return whole.edgeDays.length === 0 ? null : inEdgesOf(span);
}

function clicksOfDays(
  passing: string,
  lists: readonly Dimension[],
  inDays: Conditions,
): readonly string[] {
  if (inDays.size === 0) return [];
  const ranges = Object.fromEntries([...inDays].map(([span, when]) => [`is_${span}`, when]));
  const numbers = numbersOf(inDays, (span) => `sumIf(clicks, is_${span})`);
  return [...Map.groupBy(lists, projectionOf)].map(([projection, some]) =>
    valuesOf(some, { from: `(${dayCounts(projection, passing, ranges)})`, numbers }),
  );
}

function clicksReadSingly(
  passing: string,
  lists: readonly Dimension[],
  isIn: Conditions,
): readonly string[] {
  if (isIn.size === 0) return [];
  const wanted = [...isIn.values()].map((when) => `(${when})`).join(' OR ');
  const numbers = numbersOf(isIn, (_, when) =>
    isIn.size === 1 ? 'toInt64(count())' : `toInt64(countIf(${when}))`,
  );
  return [valuesOf(lists, { from: `clicks WHERE ${passing} AND (${wanted})`, numbers })];
}

/** Clicks of the asked period, of the compared one, and no conversions. */
function numbersOf(conditions: Conditions, clicksIn: (span: Span, when: string) => string): string {
  const clicks = (['asked', 'compared'] as const).map((span) => {
    const when = conditions.get(span);
    return when === undefined ? 'toInt64(0)' : clicksIn(span, when);
  });
  return `(${clicks.join(', ')}, toInt64(0))`;
}

function creditedValues(scope: ReportScope, lists: readonly Dimension[]): string {
  return valuesOf(lists, {
    from: `(${conversionsIn(scope, 'asked', lists.some(isOfClicks))}) WHERE ${isConversion}`,
    numbers: '(toInt64(0), toInt64(0), toInt64(count()))',
    matchOf: matchOfList,
  });
}
