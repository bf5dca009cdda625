import type { CurrencyTotals } from '#core/links/link-totals';
import { moneyTotals, moneyByCurrency } from './money.ts';
import { zonedAt } from '#core/shared/time';
import { type Period, sameTimeOn } from './periods.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { PeriodReading, Scope, UnitReading } from './reading.ts';

/** Sums over several days, of each day only what happened until the time of day that it is now. */
export type UsualSoFar = {
  /** How many days; at least 1. */
  readonly days: number;
  /** Visits of the classes that the filters name. */
  readonly clicks: number;
  /** In every currency, without refunds. */
  readonly conversions: number;
  readonly money: readonly CurrencyTotals[];
};

/** A day before today: what happened until this time of day; undefined: nothing. */
type DayBefore = { readonly fromMs: number; readonly untilNow: UnitReading | undefined };

type Days = Pick<Period, 'boundariesMs' | 'timeZone'>;

/** Limit of days: a week, so that each weekday counts once. */
const mostDays = 7;

/**
 * Reads at most seven days of a range before today, the earliest first, each until the end of the
 * current quarter of an hour. None when today is not in the range or is its first day.
 */
export async function daysBefore(
  { clock, reports }: Pick<AnalyticsPorts, 'clock' | 'reports'>,
  scope: Scope,
  days: Days,
): Promise<readonly DayBefore[]> {
  const parts = partsBefore(days, clock.now());
  if (parts.length === 0) return [];
  const { period } = await reports.read(scope, {
    period: { boundariesMs: [...new Set(parts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))] },
    compared: null,
    hasVisitors: false,
    lists: { dimensions: [], longest: 0, hasConversions: false },
    offsets: null,
    totals: null,
  });
  return parts.map(({ fromMs }) => ({ fromMs, untilNow: period.byUnit.get(fromMs) }));
}

/**
 * What usually happened by this time of day: the sums over the days, without those before the first day
 * of the range on which something was counted. Null when none is left.
 */
export function usualSoFar(
  days: readonly DayBefore[],
  { byUnit }: Pick<PeriodReading, 'byUnit'>,
): UsualSoFar | null {
  const firstMs = Math.min(...byUnit.keys());
  const counted = days.filter(({ fromMs }) => fromMs >= firstMs);
  if (counted.length === 0) return null;
  const money = counted.flatMap(({ untilNow }) => untilNow?.money ?? []);
  return {
    days: counted.length,
    clicks: counted.reduce((sum, { untilNow }) => sum + (untilNow?.clicks ?? 0), 0),
    conversions: moneyTotals(money).conversions,
    money: moneyByCurrency(money),
  };
}

/** The days before today, each from its beginning until the same time of day, the earliest first. */
function partsBefore({ boundariesMs, timeZone }: Days, nowMs: number) {
  const today = boundariesMs.findLastIndex((fromMs) => fromMs <= nowMs);
  if (today === boundariesMs.length - 1) return [];
  const now = zonedAt(nowMs, timeZone);
  return boundariesMs
    .slice(0, Math.max(0, today))
    .map((fromMs, day) => ({
      fromMs,
      toMs: Math.min(
        boundariesMs[day + 1] ?? fromMs,
        sameTimeOn(zonedAt(fromMs, timeZone).toPlainDate(), now),
      ),
    }))
    .slice(-mostDays);
}
