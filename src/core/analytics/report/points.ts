import { moneyByCurrency } from '#core/analytics/money';
import type { Period } from '#core/analytics/periods';
import type { PeriodReading, UnitReading } from '#core/analytics/reading';
import type { Measures, Point } from './report.ts';

/** The units of a period with their numbers: the points of a chart. */
export function pointsOf(
  { starts, boundariesMs }: Pick<Period, 'starts' | 'boundariesMs'>,
  { byUnit }: Pick<PeriodReading, 'byUnit'>,
  nowMs: number,
): readonly Point[] {
  return starts.map((at, index) => {
    const unit = byUnit.get(boundariesMs[index] ?? Number.NaN) ?? nothing;
    const isUnfinished = (boundariesMs[index + 1] ?? 0) > nowMs;
    return { at, isUnfinished, ...measuresOf(unit) };
  });
}

const nothing: UnitReading = { clicks: 0, uniqueVisitors: 0, money: [] };

/** A unit's counts, and its money in cents by currency. Conversions are those of all currencies. */
export function measuresOf({ clicks, uniqueVisitors, money }: UnitReading): Measures {
  const byCurrency = moneyByCurrency(money);
  const conversions = byCurrency.reduce((sum, entry) => sum + entry.conversions, 0);
  return { clicks, uniqueVisitors, conversions, money: byCurrency };
}
