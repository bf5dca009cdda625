import { boundsOf, type Period } from '#core/analytics/report/period';
import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';
import { touchedDays } from '#adapters/clickhouse/analytics/days/pieces';
import type { Span } from './spans.ts';

/** The visitors of each stretch of time between two boundaries. */
type CountVisitors = (boundariesMs: readonly number[]) => Promise<readonly number[]>;

/** Every UTC day of which one of the periods has a part. */
export function daysOfSpans(asked: Period, compared: Period | null): readonly string[] {
  const days = [asked, ...(compared ? [compared] : [])].flatMap((period) => {
    const { fromMs, toMs } = boundsOf(period);
    return touchedDays(fromMs, toMs);
  });
  return [...new Set(days)];
}

/** The same rows as those of the query's own visitors: by unit and over each period. */
export async function visitorRows(
  count: CountVisitors,
  asked: Period,
  compared: Period | null,
): Promise<readonly NumberRow[]> {
  const rows = await rowsOf(count, 'asked', asked);
  return compared ? [...rows, ...(await rowsOf(count, 'compared', compared))] : rows;
}

/** Units first: where they are UTC days, their numbers are also the period's pieces. */
async function rowsOf(
  count: CountVisitors,
  span: Span,
  period: Period,
): Promise<readonly NumberRow[]> {
  const { fromMs, toMs } = boundsOf(period);
  if (fromMs === toMs) return [];
  const row = (name: string, visitors: number): NumberRow => [
    `${span}Visitors`,
    name,
    '',
    [visitors],
  ];
  const units = await count(period.boundariesMs);
  const [overPeriod = 0] = await count([fromMs, toMs]);
  return [
    ...units.map((visitors, i) => row(String(period.boundariesMs[i]), visitors)),
    row('', overPeriod),
  ];
}
