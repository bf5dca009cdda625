import { dayMs, minuteMs, utcDay } from '#core/shared/time';
import type { Units, ZoneOffsets } from '#core/analytics/reading';
import { boundsOf } from '#core/analytics/periods';

/** A time span of a question: the requested one, the compared one, and the two of totals. */
export type Span = 'asked' | 'compared' | 'before' | 'recent';

export type Spans = ReadonlyMap<Span, Units>;

/** True when the time is in the span. */
export function within(span: Span, time: string): string {
  return `${time} >= fromUnixTimestamp64Milli({${span}FromMs:Int64}, 'UTC')
    AND ${time} < fromUnixTimestamp64Milli({${span}ToMs:Int64}, 'UTC')`;
}

/** The boundary that begins the unit of a time in epoch milliseconds. */
export function unitOf(span: Span, atMs: string): string {
  return `roundDown(${atMs}, {${span}BoundariesMs:Array(Int64)})`;
}

/** A time in epoch milliseconds as the zone's clocks show it; the parameters are `offsetParams`. */
export function localMs(span: Span, atMs: string): string {
  const startsMs = `{${span}OffsetStartsMs:Array(Int64)}`;
  return `(${atMs} + transform(roundDown(${atMs}, ${startsMs}), ${startsMs}, {${span}OffsetsMs:Array(Int64)}, toInt64(0)))`;
}

export function offsetParams(span: Span, { startsMs, offsetsMs }: ZoneOffsets) {
  return { [`${span}OffsetStartsMs`]: startsMs, [`${span}OffsetsMs`]: offsetsMs };
}

/**
 * The values of all conditions here. A span without units still has one boundary: an array must not
 * be empty.
 */
export function timeParams(spans: Spans): Record<string, unknown> {
  return Object.fromEntries(
    [...spans].flatMap(([span, units]) => Object.entries(paramsOf(span, units))),
  );
}

function paramsOf(span: Span, units: Units) {
  const { fromMs, toMs } = boundsOf(units);
  const whole = wholeDays(units);
  return {
    [`${span}FromMs`]: fromMs,
    [`${span}ToMs`]: toMs,
    [`${span}BoundariesMs`]: units.boundariesMs.slice(
      0,
      Math.max(1, units.boundariesMs.length - 1),
    ),
    ...(whole && {
      [`${span}FirstDay`]: whole.firstDay,
      [`${span}EndDay`]: whole.endDay,
      [`${span}EdgeDays`]: whole.edgeDays,
    }),
  };
}

/**
 * The UTC days that are completely in a time span, and the days at its edges, which are only partly
 * in it. Days are `YYYY-MM-DD`.
 */
export type WholeDays = {
  readonly firstDay: string;
  /** The day after the last whole one. */
  readonly endDay: string;
  /** None, one or two days. */
  readonly edgeDays: readonly string[];
};

/** Null when no UTC day is completely in it. */
export function wholeDays(units: Units): WholeDays | null {
  const { fromMs, toMs } = boundsOf(units);
  const firstMs = Math.ceil(fromMs / dayMs) * dayMs;
  const endMs = Math.floor(toMs / dayMs) * dayMs;
  if (firstMs >= endMs) return null;
  const edges = [...(firstMs > fromMs ? [firstMs - dayMs] : []), ...(endMs < toMs ? [endMs] : [])];
  return { firstDay: utcDay(firstMs), endDay: utcDay(endMs), edgeDays: edges.map(utcDay) };
}

/** True for the clicks of the span's whole UTC days. */
export function inDaysOf(span: Span): string {
  return `(toDate(clicked_at) >= {${span}FirstDay:Date} AND toDate(clicked_at) < {${span}EndDay:Date})`;
}

/** True for the span's other clicks, which are on the days at its edges. */
export function inEdgesOf(span: Span): string {
  return `toDate(clicked_at) IN {${span}EdgeDays:Array(Date)} AND ${within(span, 'clicked_at')}`;
}

/** The UTC days that overlap [fromMs, toMs), as `YYYY-MM-DD`. */
export function touchedDays(fromMs: number, toMs: number): readonly string[] {
  const days: string[] = [];
  for (let atMs = Math.floor(fromMs / dayMs) * dayMs; atMs < toMs; atMs += dayMs) {
    days.push(utcDay(atMs));
  }
  return days;
}

const quarterMs = 15 * minuteMs;

/** Whether it is a whole number of quarters of an hour. */
export function isQuarter(ms: number): boolean {
  return ms % quarterMs === 0;
}
