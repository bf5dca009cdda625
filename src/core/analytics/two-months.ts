import type { Periods } from './reading.ts';
import { boundsOf, periodOf, upToSameTime } from './report/period.ts';

const days = 30;

/**
 * The last 30 days of the zone, today included, and the 30 days before them, up to the same time of
 * their last day. These are the periods of the report for 30 days that is compared with the previous
 * ones, so that both show the same numbers.
 */
export function lastTwoMonths(timeZone: string, nowMs: number): Periods {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const first = today.subtract({ days: days - 1 });
  const divided = { unit: 'day', timeZone } as const;
  const recent = periodOf({ from: first, to: today }, divided);
  const previous = { from: first.subtract({ days }), to: first.subtract({ days: 1 }) };
  const before = boundsOf(upToSameTime(periodOf(previous, divided), recent, nowMs));
  const { fromMs: sinceMs, toMs: untilMs } = boundsOf(recent);
  return { beforeMs: before.fromMs, beforeEndMs: before.toMs, sinceMs, untilMs };
}
