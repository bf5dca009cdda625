import { wholeDays, type WholeDays } from '#adapters/clickhouse/analytics/days/whole-days';
import { boundsOf, type Period } from '#core/analytics/report/period';

/** A period in a statement: the asked one, or the one that it is compared with. */
export type Span = 'asked' | 'compared';

/** True when the time is in the period. */
export function within(span: Span, time: string): string {
  return `${time} >= fromUnixTimestamp64Milli({${span}FromMs:Int64}, 'UTC')
    AND ${time} < fromUnixTimestamp64Milli({${span}ToMs:Int64}, 'UTC')`;
}

/** The boundary that begins the unit of a time in epoch milliseconds. */
export function unitOf(span: Span, atMs: string): string {
  return `roundDown(${atMs}, {${span}BoundariesMs:Array(Int64)})`;
}

/** The values of both. A period without units still has one boundary: an array must not be empty. */
export function spanParams(span: Span, period: Period) {
  const { fromMs, toMs } = boundsOf(period);
  const units = Math.max(1, period.boundariesMs.length - 1);
  return {
    [`${span}FromMs`]: fromMs,
    [`${span}ToMs`]: toMs,
    [`${span}BoundariesMs`]: period.boundariesMs.slice(0, units),
  };
}

/** The whole UTC days of each period; null for one that has none. */
export type SpanDays = Readonly<Record<Span, WholeDays | null>>;

export function spanDays(asked: Period, compared: Period | null): SpanDays {
  const daysOf = (period: Period) => {
    const { fromMs, toMs } = boundsOf(period);
    return wholeDays(fromMs, toMs);
  };
  return { asked: daysOf(asked), compared: compared && daysOf(compared) };
}

/** True for the clicks of the period's whole UTC days. */
export function inDaysOf(span: Span): string {
  return `(toDate(clicked_at) >= {${span}FirstDay:Date} AND toDate(clicked_at) < {${span}EndDay:Date})`;
}

/** True for the period's other clicks, which are on the days at its edges. */
export function inEdgesOf(span: Span): string {
  return `toDate(clicked_at) IN {${span}EdgeDays:Array(Date)} AND ${within(span, 'clicked_at')}`;
}

/** The values of `inDaysOf` and `inEdgesOf`. */
export function daysParams(span: Span, days: WholeDays | null) {
  return (
    days && {
      [`${span}FirstDay`]: days.firstDay,
      [`${span}EndDay`]: days.endDay,
      [`${span}EdgeDays`]: days.edgeDays,
    }
  );
}
