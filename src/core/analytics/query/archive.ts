import type { Reports } from '#core/analytics/ports';
import { fewestMonths } from '#core/clicks/fold-expired-months';
import { dayMs, utcMonth } from '#core/shared/time';
import type { QueryQuestion } from './question.ts';
import type { Counted, Grouping } from './reading.ts';

type Asked = {
  readonly counted: readonly Counted[];
  readonly groupings: readonly Grouping[];
  /** The expired months, as 202411. */
  readonly months: readonly number[];
};

/**
 * Clicks of this time have not expired: at least the last `fewestMonths` whole months are kept. Each has
 * at least 28 days; one less of each leaves room for time zones.
 */
const neverExpiredMs = fewestMonths * 27 * dayMs;

/** The account's expired months, as 202411; none where the range begins too late to have some. */
export async function expiredMonths(
  reports: Pick<Reports, 'archivedMonths'>,
  userId: string,
  { beginsMs, nowMs }: { readonly beginsMs: number; readonly nowMs: number },
): Promise<readonly number[]> {
  return beginsMs < nowMs - neverExpiredMs ? reports.archivedMonths(userId) : [];
}

/** What the daily counts of expired months tell apart. */
const kept: readonly string[] = ['link', 'label', 'variant', 'class'];

/**
 * Whether the range has expired months: `none`; `counted`, from their daily counts by UTC day; or
 * `left out`, because these do not have what is asked for.
 */
export function archiveFor(
  question: Pick<QueryQuestion, 'period' | 'compared' | 'conditions' | 'time'>,
  { counted, groupings, months }: Asked,
): 'none' | 'counted' | 'left out' {
  const isOfClicks = counted.some((each) => clickNumbers.includes(each));
  if (!isOfClicks || monthsIn(question, months).length === 0) return 'none';
  const { period, compared, conditions, time } = question;
  const boundaries = [period, ...(compared ? [compared] : [])].flatMap(({ boundariesMs }) =>
    time === null ? [boundariesMs.at(0) ?? 0, boundariesMs.at(-1) ?? 0] : boundariesMs,
  );
  const properties = [...groupings, ...conditions.map(({ property }) => property)];
  const isByHour = time?.unit === 'hourOfDay' || time?.unit === 'hourOfWeek';
  return !counted.includes('uniqueVisitors') &&
    !isByHour &&
    properties.every((property) => kept.includes(property)) &&
    boundaries.every((ms) => ms % dayMs === 0)
    ? 'counted'
    : 'left out';
}

const clickNumbers: readonly Counted[] = ['clicks', 'botClicks', 'uniqueVisitors'];

/** A sentence about clicks that the numbers leave out. */
export function leftOut(question: QueryQuestion, asked: Asked): readonly string[] {
  if (archiveFor(question, asked) !== 'left out') return [];
  return expiredIn(question, asked.months);
}

/** A sentence about the range's expired months, as 202411, where numbers are without them. */
export function expiredIn(ranges: Ranges, months: readonly number[]): readonly string[] {
  const found = monthsIn(ranges, months);
  if (found.length === 0) return [];
  const last = String(Math.max(...found));
  const named = `${last.slice(0, 4)}-${last.slice(4)}`;
  return [
    `Clicks up to ${named} have expired: only their number by link, variant and UTC day is kept. These numbers are without them.`,
  ];
}

type Range = { readonly boundariesMs: readonly number[] };
type Ranges = { readonly period: Range; readonly compared: Range | null };

function monthsIn({ period, compared }: Ranges, months: readonly number[]): readonly number[] {
  const spans = [period, ...(compared ? [compared] : [])].map(({ boundariesMs }) => [
    utcMonth(boundariesMs.at(0) ?? 0),
    utcMonth((boundariesMs.at(-1) ?? 1) - 1),
  ]);
  return months.filter((month) =>
    spans.some(([first = 0, last = 0]) => first <= month && month <= last),
  );
}
