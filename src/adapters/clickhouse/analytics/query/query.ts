import type { Reports } from '#core/analytics/ports';
import {
  type Counts,
  type QueryAsked,
  type QueryReading,
  type QueryRow,
} from '#core/analytics/query/reading';
import { unitsOfCycle } from '#core/analytics/query/units';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { insideArchive, scopeParams } from '#adapters/clickhouse/analytics/scope-sql';
import { reading } from '#adapters/clickhouse/analytics/statement-limits';
import {
  offsetParams,
  timeParams,
  type Span,
  type Spans,
} from '#adapters/clickhouse/analytics/times';
import { textParams } from './link-sets.ts';
import { placeOf, placeParams } from './order-sql.ts';
import { propertyOf } from './grouped.ts';
import { queryStatement } from './query-sql.ts';
import { valueOf } from './properties.ts';

/** A row of a statement: of which question, whether it has the totals, the keys and the numbers. */
type Row = readonly [
  question: number,
  isTotal: boolean | number,
  unit: number,
  names: readonly string[],
  numbers: readonly number[],
];

/** Answers questions by one statement, so that the engine reads all of them from one snapshot. */
export function clickhouseQuery(client: ClickHouse): Pick<Reports, 'query' | 'archivedMonths'> {
  return {
    async query(questions) {
      const answer = await client.query({
        query: questions
          .map(
            (asked, index) =>
              `SELECT toUInt8(${index}) AS question, * FROM (${ownStatement(asked, index)})`,
          )
          .join('\nUNION ALL\n'),
        query_params: Object.fromEntries(questions.flatMap(ownParams)),
        format: 'JSONCompactEachRow',
        ...reading(),
      });
      const byQuestion = Map.groupBy(await answer.json<Row>(), ([question]) => question);
      return questions.map((asked, index) => readingFrom(asked, byQuestion.get(index) ?? []));
    },

    async archivedMonths(userId) {
      const answer = await client.query({
        query: `
          SELECT DISTINCT toYYYYMM(day) FROM clicks_archive
          WHERE user_id = {userId:UUID} AND ${insideArchive}`,
        query_params: { userId },
        format: 'JSONCompactEachRow',
        ...reading(),
      });
      return (await answer.json<[number]>()).map(([month]) => month);
    },
  };
}

/** Each question has parameters of its own: `{class:…}` becomes `{q3_class:…}`. */
function ownStatement(asked: QueryAsked, index: number): string {
  return queryStatement(asked).replaceAll(/\{(\w+):/g, `{q${index}_$1:`);
}

function ownParams(asked: QueryAsked, index: number): (readonly [string, unknown])[] {
  const own = Object.entries(paramsOf(asked));
  return own.map(([name, value]) => [`q${index}_${name}`, value]);
}

function paramsOf(asked: QueryAsked): Record<string, unknown> {
  const { scope, span, compared, labels, search, cycle, otherCurrencies } = asked;
  const spans: Spans = new Map<Span, typeof span>([
    ['asked', span],
    ...(compared ? ([['compared', compared]] as const) : []),
  ]);
  return {
    ...scopeParams(scope),
    ...timeParams(spans),
    ...placeParams(asked.after),
    askedPlaces: orNone(
      cycle
        ? unitsOfCycle[cycle.unit].map((_, index) => index)
        : span.boundariesMs.slice(1).map((_, index) => index),
    ),
    ...(compared && { comparedPlaces: orNone(compared.places) }),
    ...(labels && { labelNames: labels.names, ...textParams(labels.pairs, 'labelPairs') }),
    ...(search && { search: search.text ?? '', searchNames: search.names }),
    ...(cycle && offsetParams('asked', cycle.asked)),
    ...(cycle?.compared && offsetParams('compared', cycle.compared)),
    ...Object.fromEntries(otherCurrencies.map((code) => [`currency${code}`, code])),
    currency: asked.currency,
    rowLimit: asked.limit,
  };
}

/** An array parameter must not be empty: −1 is no unit. */
function orNone(places: readonly number[]): readonly number[] {
  return places.length === 0 ? [-1] : places;
}

function readingFrom(asked: QueryAsked, rows: readonly Row[]): QueryReading {
  const width = asked.counted.length;
  const totals = rows.find(([, isTotal]) => Boolean(isTotal))?.[4] ?? [];
  // The branches of a UNION ALL arrive in no fixed order.
  const found = rows
    .filter(([, isTotal]) => !isTotal)
    .toSorted((left, right) => (left[4].at(-1) ?? 0) - (right[4].at(-1) ?? 0));
  return {
    rows: found.map((row) => rowFrom(asked, row)),
    count: found[0]?.[4].at(-2) ?? 0,
    totals: countsFrom(asked, totals),
    comparedTotals: countsFrom(asked, asked.compared ? totals.slice(width) : []),
  };
}

function rowFrom(asked: QueryAsked, [, , unit, names, numbers]: Row): QueryRow {
  const counts = countsFrom(asked, numbers);
  const tenths = numbers.at(-3) ?? 0;
  const values = asked.groupings.map((grouping, index) =>
    valueOf(propertyOf(grouping), names[index * 2] ?? '', names[index * 2 + 1] ?? ''),
  );
  return {
    unit,
    values,
    counts,
    compared: countsFrom(asked, asked.compared ? numbers.slice(asked.counted.length) : []),
    tenths,
    place: placeOf(asked, { unit, counts, tenths, keys: names }),
  };
}

const nothing: Counts = {
  clicks: 0,
  botClicks: 0,
  uniqueVisitors: 0,
  conversions: 0,
  refunds: 0,
  revenue: 0,
  profit: 0,
};

function countsFrom({ counted }: QueryAsked, numbers: readonly number[]): Counts {
  const own = counted.map((each, index) => [each, numbers[index] ?? 0] as const);
  const counts: Partial<Counts> = Object.fromEntries(own);
  return { ...nothing, ...counts };
}
