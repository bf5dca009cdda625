import { hourMs, minuteMs } from '#core/shared/time';
import { daysBetween } from '#core/analytics/days';

/**
 * A stretch of whole calendar days of one time zone, divided into days, or one day divided into
 * hours. `boundariesMs` are epoch milliseconds, strictly rising, one more than `starts`: unit `i` is
 * `boundariesMs[i] <= instant < boundariesMs[i + 1]`. A day that the zone skipped has no units.
 */
export type Period = {
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly unit: 'hour' | 'day';
  /** An IANA zone. */
  readonly timeZone: string;
  /** The beginning of each unit: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm+hh:mm` for an hour. */
  readonly starts: readonly string[];
  readonly boundariesMs: readonly number[];
};

/** The first and the last day, both included. */
export type DateRange = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };

/**
 * The range in units. The hours are those that pass from the first midnight to the last: a day has
 * 23 or 25 when the clocks change, and a shorter last one when they change by half an hour.
 */
export function periodOf(
  { from, to }: DateRange,
  { unit, timeZone }: Pick<Period, 'unit' | 'timeZone'>,
): Period {
  const days = daysBetween(from, to, timeZone);
  const { starts, boundariesMs } =
    unit === 'hour'
      ? hoursOf(days.boundariesMs, timeZone)
      : { starts: days.dates, boundariesMs: days.boundariesMs };
  return { from: from.toString(), to: to.toString(), unit, timeZone, starts, boundariesMs };
}

const quarterMs = 15 * minuteMs;

/**
 * A period to compare with one that is not over: up to the same time by the clock as now, to the end
 * of its quarter of an hour, on the day that stands for today. That is the last day for the last, and
 * else the day as long after the first.
 */
export function upToSameTime(compared: Period, asked: Period, nowMs: number): Period {
  const { fromMs, toMs } = boundsOf(asked);
  if (nowMs < fromMs || nowMs >= toMs) return compared;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(asked.timeZone);
  const today = now.toPlainDate();
  const passed = Temporal.PlainDate.from(asked.from).until(today);
  const day = today.equals(asked.to)
    ? Temporal.PlainDate.from(compared.to)
    : Temporal.PlainDate.from(compared.from).add(passed);
  const quarter = now
    .toPlainTime()
    .round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' });
  const cutMs =
    day.toZonedDateTime({ timeZone: asked.timeZone, plainTime: quarter }).epochMilliseconds +
    quarterMs;
  const starts = compared.starts.filter(
    (_, unit) => (compared.boundariesMs[unit] ?? cutMs) < cutMs,
  );
  const boundariesMs = [
    ...compared.boundariesMs.slice(0, starts.length),
    Math.min(compared.boundariesMs[starts.length] ?? cutMs, cutMs),
  ];
  return { ...compared, starts, boundariesMs };
}

/** From the first boundary to the last: [fromMs, toMs). */
export function boundsOf({ boundariesMs }: Pick<Period, 'boundariesMs'>) {
  return { fromMs: boundariesMs.at(0) ?? 0, toMs: boundariesMs.at(-1) ?? 0 };
}

function hoursOf(dayBoundariesMs: readonly number[], timeZone: string) {
  const { fromMs, toMs } = boundsOf({ boundariesMs: dayBoundariesMs });
  const count = Math.ceil((toMs - fromMs) / hourMs);
  const startsMs = Array.from({ length: count }, (_, hour) => fromMs + hour * hourMs);
  return {
    starts: startsMs.map((atMs) => localTime(atMs, timeZone)),
    boundariesMs: [...startsMs, toMs],
  };
}

function localTime(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'minute', timeZoneName: 'never' });
}
