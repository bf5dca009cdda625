import type { CurrencyTotals } from '#core/links/link-totals';
import { moneyTotals, moneyByCurrency } from './money.ts';
import { type Period, sameTimeOfDay } from './periods.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { Scope } from './reading.ts';

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

/** A part of a day, in epoch milliseconds. */
type Part = { readonly fromMs: number; readonly toMs: number };

/** Limit of days: a week, so that each weekday counts once. */
const mostDays = 7;

/**
 * What usually happened by this time of day: on at most seven days of the range before today, without
 * the first ones on which nothing was counted by then. Null when today is not in the range, and when
 * no such day is.
 */
export async function usualSoFar(
  { clock, reports }: Pick<AnalyticsPorts, 'clock' | 'reports'>,
  scope: Scope,
  days: Pick<Period, 'boundariesMs' | 'timeZone'>,
): Promise<UsualSoFar | null> {
  const parts = partsBefore(days, clock.now());
  if (parts.length === 0) return null;
  const { period } = await reports.read(scope, {
    period: { boundariesMs: [...new Set(parts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))] },
    compared: null,
    visitors: 'none',
    lists: { dimensions: [], longest: 0, hasConversions: false },
    offsets: null,
    totals: null,
  });
  const read = parts.map(({ fromMs }) => period.byUnit.get(fromMs));
  const first = read.findIndex((day) => day && (day.clicks > 0 || day.money.length > 0));
  if (first < 0) return null;
  const counted = read.slice(first);
  const money = counted.flatMap((day) => day?.money ?? []);
  return {
    days: counted.length,
    clicks: counted.reduce((sum, day) => sum + (day?.clicks ?? 0), 0),
    conversions: moneyTotals(money).conversions,
    money: moneyByCurrency(money),
  };
}

/** The days before today, each from its beginning until the same time of day, the earliest first. */
function partsBefore(
  { boundariesMs, timeZone }: Pick<Period, 'boundariesMs' | 'timeZone'>,
  nowMs: number,
): readonly Part[] {
  const today = boundariesMs.findLastIndex((fromMs) => fromMs <= nowMs);
  if (today === boundariesMs.length - 1) return [];
  return boundariesMs
    .slice(0, Math.max(0, today))
    .map((fromMs, day) => ({
      fromMs,
      toMs: Math.min(boundariesMs[day + 1] ?? fromMs, sameTimeOfDay(fromMs, nowMs, timeZone)),
    }))
    .slice(-mostDays);
}
