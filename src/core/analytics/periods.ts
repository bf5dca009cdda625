import { hourMs, minuteMs, zonedAt } from '#core/shared/time';
import type { Periods, ZoneOffsets } from './reading.ts';

const quarterMs = 15 * minuteMs;

/**
 * The calendar days of a range in one time zone. `boundariesMs` are epoch milliseconds, strictly
 * rising, one more than `dates`: day `i` is `boundariesMs[i] <= instant < boundariesMs[i + 1]`.
 */
export type Days = {
  /** `YYYY-MM-DD` in the zone, oldest first, today last. */
  readonly dates: readonly string[];
  readonly boundariesMs: readonly number[];
};

/** Whether the text is a zone of the IANA database. A bare offset (`+05:30`) is not. */
export function isTimeZone(text: string): boolean {
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format().length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The last `count` days of the zone, including the day of `nowMs`. A day has 23 to 25 hours when
 * clocks change, and begins after midnight when midnight is skipped. A date that the zone skipped
 * completely (Apia, 2011-12-30) is left out.
 */
export function lastDays(count: number, timeZone: string, nowMs: number): Days {
  let date = zonedAt(nowMs, timeZone).toPlainDate();
  let endMs = startMs(date.add({ days: 1 }), timeZone);
  const dates: string[] = [];
  const boundariesMs = [endMs];

  while (dates.length < count) {
    const fromMs = startMs(date, timeZone);
    if (fromMs < endMs) {
      dates.unshift(date.toString());
      boundariesMs.unshift(fromMs);
      endMs = fromMs;
    }
    date = date.subtract({ days: 1 });
  }
  return { dates, boundariesMs };
}

/**
 * The days of the zone from `from` to `to`, both included, with the lengths that `lastDays` says. A
 * date that the zone skipped is left out.
 */
export function daysBetween(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  timeZone: string,
): Days {
  const dates: string[] = [];
  let startedMs = startMs(from, timeZone);
  const boundariesMs = [startedMs];
  for (let date = from; Temporal.PlainDate.compare(date, to) <= 0; date = date.add({ days: 1 })) {
    const endMs = startMs(date.add({ days: 1 }), timeZone);
    if (endMs === startedMs) continue;
    dates.push(date.toString());
    boundariesMs.push(endMs);
    startedMs = endMs;
  }
  return { dates, boundariesMs };
}

function startMs(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * A stretch of whole calendar days of one time zone, divided into days, weeks or months, or one day
 * divided into hours. `boundariesMs` are epoch milliseconds, strictly rising, one more than `starts`: unit `i` is
 * `boundariesMs[i] <= instant < boundariesMs[i + 1]`. A day that the zone skipped has no units.
 */
export type Period = {
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly unit: 'hour' | 'day' | 'week' | 'month';
  /** An IANA zone. */
  readonly timeZone: string;
  /** The beginning of each unit: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm+hh:mm` for an hour. */
  readonly starts: readonly string[];
  readonly boundariesMs: readonly number[];
};

/** The first and the last day, both included. */
export type DateRange = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };

/**
 * The range in units. Hours are counted from the first midnight to the last. A day has 23 or 25
 * hours when the clocks change; when they change by half an hour, its last hour is shorter.
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

/**
 * Cuts a compared period, when the asked period is not over. The compared period then ends at the
 * end of the current quarter of an hour, on the day that corresponds to today: the last day when
 * today is the last day of the asked period, otherwise the day with the same distance from the
 * first.
 */
export function upToSameTime<Compared extends Omit<Period, 'unit'>>(
  compared: Compared,
  asked: Omit<Period, 'unit'>,
  nowMs: number,
): Compared {
  const { fromMs, toMs } = boundsOf(asked);
  if (nowMs < fromMs || nowMs >= toMs) return compared;
  const now = zonedAt(nowMs, asked.timeZone);
  const today = now.toPlainDate();
  const passed = Temporal.PlainDate.from(asked.from).until(today);
  const day = today.equals(asked.to)
    ? Temporal.PlainDate.from(compared.to)
    : Temporal.PlainDate.from(compared.from).add(passed);
  const cutMs = sameTimeOn(day, now);
  const starts = compared.starts.filter(
    (_, unit) => (compared.boundariesMs[unit] ?? cutMs) < cutMs,
  );
  const boundariesMs = [
    ...compared.boundariesMs.slice(0, starts.length),
    Math.min(compared.boundariesMs[starts.length] ?? cutMs, cutMs),
  ];
  return { ...compared, starts, boundariesMs };
}

/** When the current quarter of an hour ends on the clocks of another day, in epoch milliseconds. */
export function sameTimeOn(day: Temporal.PlainDate, now: Temporal.ZonedDateTime): number {
  const plainTime = now
    .toPlainTime()
    .round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' });
  return day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime }).epochMilliseconds + quarterMs;
}

/** From the first boundary to the last: [fromMs, toMs). */
export function boundsOf({ boundariesMs }: Pick<Period, 'boundariesMs'>) {
  return { fromMs: boundariesMs.at(0) ?? 0, toMs: boundariesMs.at(-1) ?? 0 };
}

/** The hours of a stretch of time, counted from its beginning; the last one may be shorter. */
export function hoursOf(dayBoundariesMs: readonly number[], timeZone: string) {
  const { fromMs, toMs } = boundsOf({ boundariesMs: dayBoundariesMs });
  const count = Math.ceil((toMs - fromMs) / hourMs);
  const startsMs = Array.from({ length: count }, (_, hour) => fromMs + hour * hourMs);
  return {
    starts: startsMs.map((atMs) => localTime(atMs, timeZone)),
    boundariesMs: [...startsMs, toMs],
  };
}

function localTime(atMs: number, timeZone: string): string {
  return zonedAt(atMs, timeZone).toString({ smallestUnit: 'minute', timeZoneName: 'never' });
}

const daysOfCards = 30;

/**
 * The last 30 days of the zone, today included, and the 30 days before them, up to the same time of
 * their last day. These are the periods of the report for 30 days that is compared with the previous
 * ones, so that both show the same numbers.
 */
export function lastTwoMonths(timeZone: string, nowMs: number): Periods {
  const today = zonedAt(nowMs, timeZone).toPlainDate();
  const first = today.subtract({ days: daysOfCards - 1 });
  const divided = { unit: 'day', timeZone } as const;
  const recent = periodOf({ from: first, to: today }, divided);
  const previous = { from: first.subtract({ days: daysOfCards }), to: first.subtract({ days: 1 }) };
  const before = boundsOf(upToSameTime(periodOf(previous, divided), recent, nowMs));
  const { fromMs: sinceMs, toMs: untilMs } = boundsOf(recent);
  return { beforeMs: before.fromMs, beforeEndMs: before.toMs, sinceMs, untilMs };
}

/** The zone's UTC offsets during the period: one entry for each change of the clocks. */
export function zoneOffsets(period: Pick<Period, 'boundariesMs' | 'timeZone'>): ZoneOffsets {
  const { fromMs, toMs } = boundsOf(period);
  const startsMs: number[] = [];
  const offsetsMs: number[] = [];
  let at: Temporal.ZonedDateTime | null = zonedAt(fromMs, period.timeZone);
  while (at !== null && (startsMs.length === 0 || at.epochMilliseconds < toMs)) {
    startsMs.push(at.epochMilliseconds);
    offsetsMs.push(at.offsetNanoseconds / 1_000_000);
    at = at.getTimeZoneTransition('next');
  }
  return { startsMs, offsetsMs };
}

/**
 * How often each hour of the week (weekday, Monday first, and hour of the zone's clocks) has begun in
 * the period until now. An hour that the clocks repeat counts each time, also where they repeat a part.
 */
export function hoursOfWeek(
  period: Pick<Period, 'boundariesMs' | 'timeZone'>,
  nowMs: number,
): readonly (readonly number[])[] {
  const { fromMs, toMs } = boundsOf(period);
  const endMs = Math.min(toMs, nowMs + 1);
  const { startsMs, offsetsMs } = zoneOffsets(period);
  const counts = Array.from({ length: 7 * 24 }, () => 0);
  for (const [index, offsetMs] of offsetsMs.entries()) {
    const first = Math.max(startsMs[index] ?? fromMs, fromMs) + offsetMs;
    const end = Math.min(startsMs[index + 1] ?? endMs, endMs) + offsetMs;
    for (let hour = Math.floor(first / hourMs); hour * hourMs < end; hour += 1) {
      // The epoch began on a Thursday.
      const place = (hour + 72) % counts.length;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return Array.from({ length: 7 }, (_, day) => counts.slice(day * 24, (day + 1) * 24));
}
