import type { ReadingRequest, Scope, Units } from '#core/analytics/reading';
import { areOfPeople } from '#core/analytics/report/filters';
import {
  conversionsIn,
  insideArchive,
  isConversion,
  isWholeAccount,
  ofClass,
  outsideArchive,
  passingClicks,
} from './scope-sql.ts';
import { largestValues } from './lists-sql.ts';
import { localMs, isQuarter, unitOf, within, type Span, type Spans } from './times.ts';

/*
 * Every part of the query selects the same four columns: the kind of number (`part`), its subject
 * (`name`, and `detail` when one name is not enough), and the `numbers` themselves.
 */

/** Where the numbers are read from. Every choice gives the same result. */
export type Source = {
  /** Clicks by time: in quarters of an hour, which a projection counts for whole accounts, or in seconds. */
  readonly step: 'quarters' | 'seconds';
  /** Whether projections by UTC day count the clicks; otherwise the clicks themselves are read. */
  readonly isByDays: boolean;
  /**
   * Whether visitors are counted by a separate query, and cached under the fingerprints of the
   * days' human clicks.
   */
  readonly isByFingerprints: boolean;
};

/**
 * Chooses between precomputed counts and the clicks themselves. No other code makes this choice.
 */
export function sourceOf(scope: Scope, asked: ReadingRequest): Source {
  const isByDays = isWholeAccount(scope);
  const boundaries = [...spansOf(asked).values()].flatMap(({ boundariesMs }) => boundariesMs);
  return {
    step: [...boundaries, ...(asked.offsets?.offsetsMs ?? [])].every(isQuarter)
      ? 'quarters'
      : 'seconds',
    isByDays,
    isByFingerprints: asked.hasVisitors && isByDays && areOfPeople(scope.filters),
  };
}

/** The spans of a question, those of the totals included. */
export function spansOf({
  period,
  compared,
  totals,
}: Pick<ReadingRequest, 'period' | 'compared' | 'totals'>) {
  const spans = new Map<Span, Units>([['asked', period]]);
  if (compared) spans.set('compared', compared);
  if (totals) {
    spans.set('before', { boundariesMs: [totals.beforeMs, totals.beforeEndMs] });
    spans.set('recent', { boundariesMs: [totals.sinceMs, totals.untilMs] });
  }
  return spans;
}

/** The spans that visitors and lists are counted in. */
export function periodsOf({
  period,
  compared,
}: Pick<ReadingRequest, 'period' | 'compared'>): Spans {
  return spansOf({ period, compared, totals: null });
}

/** The query that counts everything of one question. */
export function numbersQuery(scope: Scope, asked: ReadingRequest, source: Source): string {
  const spans = periodsOf(asked);
  const { lists, totals } = asked;
  return [
    clicksByTime(entriesOf(asked, source), clicksOf(scope, asked, source), source.step),
    money(scope, asked),
    ...(source.isByFingerprints ? [lastingUntil] : visitorsOf(scope, asked)),
    ...(totals ? [archivedClicks(scope)] : []),
    ...(lists.dimensions.length > 0
      ? [largestValues(scope, { ...lists, spans, isByDays: source.isByDays })]
      : []),
  ]
    .map((part) => `SELECT * FROM (${part})`)
    .join('\nUNION ALL\n');
}

/** A condition for the clicks that are counted by time. Totals count all time. */
function clicksOf(scope: Scope, { totals }: ReadingRequest, { isByDays }: Source): string {
  if (totals) return passingClicks(scope);
  return `${passingClicks(scope)} AND ${isByDays ? inTouchedDays : 'toDate(clicked_at) IN {touchedDays:Array(Date)}'}`;
}

/** True for the clicks of the parameter `touchedDays`, as the projection by quarters has them. */
export const inTouchedDays =
  'toDate(toStartOfFifteenMinutes(clicked_at)) IN {touchedDays:Array(Date)}';

/** A number to which the clicks of a quarter of an hour, or of a second, are added. */
type Entry = {
  readonly part: string;
  /** Which clicks it counts: an expression over `at` and `class`. */
  readonly when: string;
  /** The key of its rows: a whole number, as an expression over `at`. */
  readonly key: string;
  /** The name of a row: an expression over `key`. */
  readonly name: string;
  /** The content of `detail`: the class of the clicks, a fingerprint of the clicks, or nothing. */
  readonly detail: 'class' | 'fingerprint' | 'nothing';
};

function entriesOf(asked: ReadingRequest, { isByFingerprints }: Source): readonly Entry[] {
  const clicked = [...spansOf(asked).keys()].map((span): Entry => ({
    part: `${span}Clicks`,
    when: within(span, 'at'),
    key: unitOf(span, atMs),
    name: 'toString(key)',
    detail: 'class',
  }));
  return [
    ...clicked,
    ...(asked.offsets ? [hoursOfWeek] : []),
    ...(asked.totals ? [totalClicks] : []),
    ...(isByFingerprints ? [dayFingerprint] : []),
  ];
}

const atMs = 'toInt64(toUnixTimestamp(at)) * 1000';

/** Clicks by the hour of the week on the zone's clocks: 0 is Monday from midnight to one. */
const hoursOfWeek: Entry = {
  part: 'heat',
  when: `${ofClass} AND ${within('asked', 'at')}`,
  // The epoch began on a Thursday.
  key: `(intDiv(${localMs('asked', atMs)}, 3600000) + 72) % 168`,
  name: 'toString(key)',
  detail: 'nothing',
};

/** Clicks of all time that are not in the archive. */
const totalClicks: Entry = {
  part: 'total',
  when: `${ofClass} AND ${outsideArchive('at')}`,
  key: '0',
  name: `''`,
  detail: 'nothing',
};

/**
 * A fingerprint of each touched UTC day's human clicks. `detail` is equal only for the same clicks,
 * in any order. The parameter is `touchedDays`.
 */
export const dayFingerprint: Entry = {
  part: 'dayFingerprint',
  when: `class = 'human' AND toDate(at) IN {touchedDays:Array(Date)}`,
  key: 'toUInt16(toDate(at))',
  name: 'toString(toDate(toUInt16(key)))',
  detail: 'fingerprint',
};

/**
 * The rows of all these numbers, for the clicks of `condition`, by one pass: a pass for each number
 * would cost the engine's planning each time, which is most of its work. The projection `quarters`
 * answers when the condition names an account and times alone.
 */
export function clicksByTime(
  entries: readonly Entry[],
  condition: string,
  step: Source['step'],
): string {
  const ofEntry = (of: (entry: Entry) => string) =>
    `multiIf(${entries.map((each, i) => `entry = ${i}, ${of(each)}`).join(', ')}, '')`;
  // Only where it is needed: when single clicks are read, their ids are the largest column.
  const fingerprint = entries.some(({ detail }) => detail === 'fingerprint')
    ? 'sum(cityHash64(click_id))'
    : '0';
  const tuples = entries.map(({ when, key }, i) => `(${when}, toUInt8(${i}), toInt64(${key}))`);
  return `
    SELECT ${ofEntry(({ part }) => `'${part}'`)} AS part,
      ${ofEntry(({ name }) => name)} AS name,
      ${ofEntry(({ detail }) => detailSql[detail])} AS detail,
      [toInt64(sum(of_key))] AS numbers
    FROM (
      SELECT each.2 AS entry, each.3 AS key, class, sum(clicks) AS of_key, sum(fingerprint) AS fingerprint_of_key
      FROM (
        SELECT ${timeSql[step]} AS at, class,
          count() AS clicks, ${fingerprint} AS fingerprint
        FROM clicks WHERE ${condition}
        GROUP BY at, class)
      ARRAY JOIN arrayFilter(each -> each.1, [${tuples.join(', ')}]) AS each
      GROUP BY entry, key, class)
    GROUP BY entry, key, ${ofEntry(({ detail }) => (detail === 'class' ? 'toString(class)' : `''`))} AS of_class`;
}

const detailSql = {
  class: 'of_class',
  fingerprint: 'toString(toInt64(sum(fingerprint_of_key)))',
  nothing: `''`,
} as const;

const timeSql = {
  quarters: 'toStartOfFifteenMinutes(clicked_at)',
  seconds: `toDateTime(clicked_at, 'UTC')`,
} as const;

/**
 * The last day until which one visitor may have the same id on several days; 1970-01-01 when that
 * was never possible.
 */
const lastingUntil = `
  SELECT 'lastingUntil' AS part, toString(max(day)) AS name, '' AS detail,
    [toInt64(0)] AS numbers
  FROM lasting_visitors`;

/** The exact numbers of visitors of each period. */
function visitorsOf(scope: Scope, asked: ReadingRequest): readonly string[] {
  if (!asked.hasVisitors) return [];
  return [...periodsOf(asked).keys()].map((span) => visitors(scope, span));
}

/**
 * Exact numbers of visitors: one row for each unit, and a row with an empty name for the whole
 * period.
 */
function visitors(scope: Scope, span: Span): string {
  return `
    SELECT '${span}Visitors' AS part, if(grouping(unit) = 1, '', toString(unit)) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM (SELECT ${unitOf(span, 'toUnixTimestamp64Milli(clicked_at)')} AS unit, visitor_id
      FROM clicks WHERE ${passingClicks(scope)} AND ${ofClass} AND visitor_id != 0
        AND ${within(span, 'clicked_at')})
    GROUP BY GROUPING SETS ((unit), ())`;
}

/** Conversions, revenue and profit by unit and currency; for totals, of all time too. */
function money(scope: Scope, asked: ReadingRequest): string {
  const spans = [...spansOf(asked).keys()];
  const when = (time: string) =>
    asked.totals ? 'true' : `(${spans.map((span) => `(${within(span, time)})`).join(' OR ')})`;
  const ms = 'toUnixTimestamp64Milli(converted_at)';
  const tuples = spans.map(
    (span) => `('${span}Money', ${unitOf(span, ms)}, ${within(span, 'converted_at')})`,
  );
  if (asked.totals) tuples.push(`('totalMoney', toInt64(0), true)`);
  return `
    SELECT each.1 AS part, toString(each.2) AS name, toString(currency) AS detail,
      [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
    FROM (${conversionsIn(scope, when)})
    ARRAY JOIN arrayFilter(each -> each.3, [${tuples.join(', ')}]) AS each
    GROUP BY part, name, detail`;
}

function archivedClicks(scope: Scope): string {
  return `
    SELECT 'total' AS part, '' AS name, '' AS detail, [toInt64(sum(count))] AS numbers
    FROM clicks_archive WHERE ${passingClicks(scope)} AND ${ofClass} AND ${insideArchive}`;
}
