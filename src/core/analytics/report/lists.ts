import type { ListedValue, ListReading } from '#core/analytics/reading';
import { type Dimension, unmatchedName } from '#contract/analytics/report-filters';
import type { ReportList, ReportRow } from './report.ts';

/** The rows of a list that are shown before the rest becomes `Other`. */
export const shownRows = 10;
const restName = 'Other';

/** A reading's list with the rest as its last row, and percentages. */
export function reportList(
  dimension: Dimension,
  reading: ListReading,
  isCompared: boolean,
): ReportList {
  const shown = reading.rows.slice(0, shownRows);
  const rest = restOf(reading, shown);
  const rows = shown.map((row) => reportRow(dimension, row, isCompared));
  return {
    totalClicks: reading.clicks,
    count: reading.count,
    rows: rest ? [...rows, { ...reportRow(dimension, rest, isCompared), value: '' }] : rows,
  };
}

/** A value as a report and every page of its list show it. */
export function reportRow(
  dimension: Dimension,
  { tenths, ...row }: ListedValue,
  isCompared: boolean,
): ReportRow {
  return {
    ...row,
    value: filterValue(dimension, row),
    percentage: tenths / 10,
    comparedClicks: isCompared ? row.comparedClicks : null,
  };
}

/** The filter value that selects this row only. */
export function filterValue(
  dimension: Dimension,
  { name, detail }: Pick<ListedValue, 'name' | 'detail'>,
): string {
  return dimension === 'cities' && name !== unmatchedName ? `${name},${detail}` : name;
}

function restOf(reading: ListReading, shown: readonly ListedValue[]): ListedValue | null {
  if (reading.count <= shown.length) return null;
  const whole = { ...reading, tenths: reading.clicks === 0 ? 0 : 1000 };
  const left = (of: (numbers: ListedValue | typeof whole) => number) =>
    shown.reduce((rest, row) => rest - of(row), of(whole));
  return {
    name: restName,
    detail: '',
    clicks: left(({ clicks }) => clicks),
    conversions: left(({ conversions }) => conversions),
    comparedClicks: left(({ comparedClicks }) => comparedClicks),
    tenths: left(({ tenths }) => tenths),
  };
}
