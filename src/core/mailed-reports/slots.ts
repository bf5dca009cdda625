import type { ReportPace } from '#contract/analytics/mailed-reports';
import type { DateRange } from '#core/analytics/periods';
import { zonedAt } from '#core/shared/time';

type Schedule = {
  readonly every: ReportPace;
  readonly hour: number;
  readonly timeZone: string;
};

/** The next time at which a report is mailed, after now. */
export function nextTime({ every, hour, timeZone }: Schedule, nowMs: number): Date {
  const today = zonedAt(nowMs, timeZone).toPlainDate();
  for (let day = firstOf(every, today); ; day = after(every, day)) {
    // An hour that the clocks skip is the next one.
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour } });
    if (at.epochMilliseconds > nowMs) return new Date(at.epochMilliseconds);
  }
}

/**
 * The day, the week or the month that ended last when the report became due. A report that is late
 * by more than one of them has the newest: the ones between are left out.
 */
export function slotOf({ every, hour, timeZone }: Schedule, nowMs: number): DateRange {
  const now = zonedAt(nowMs, timeZone);
  const current = firstOf(every, now.toPlainDate());
  const at = current.toZonedDateTime({ timeZone, plainTime: { hour } });
  const end = at.epochMilliseconds <= nowMs ? current : before(every, current);
  return { from: before(every, end), to: end.subtract({ days: 1 }) };
}

/** The first day of the day, the week or the month. */
function firstOf(every: ReportPace, day: Temporal.PlainDate): Temporal.PlainDate {
  if (every === 'day') return day;
  if (every === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return day.with({ day: 1 });
}

const lengths = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

function after(every: ReportPace, first: Temporal.PlainDate): Temporal.PlainDate {
  return first.add(lengths[every]);
}

function before(every: ReportPace, first: Temporal.PlainDate): Temporal.PlainDate {
  return first.subtract(lengths[every]);
}
