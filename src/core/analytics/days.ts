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
  let date = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
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
