import { dateLabel, dayLabel } from '#web/format.ts';
import { isNumeric, isTime, textOf, type SqlResult, type SqlValue } from './sql-result.ts';
import type { Time } from '#web/ui/chart/chart-scale.ts';
import { type Line, mostLines } from '#web/ui/chart/line-chart.tsx';

/** The columns of a result that a chart shows, by their places. */
type Charted = { readonly timeIndex: number; readonly valueIndex: number };

export type ResultLines =
  | { readonly kind: 'lines'; readonly times: readonly Time[]; readonly lines: readonly Line[] }
  /** `reason` is a sentence for the person. */
  | { readonly kind: 'none'; readonly reason: string };

/** One row, without those that have no time or no number. */
type Reading = { readonly atMs: number; readonly count: number; readonly row: Row };
type Row = SqlResult['rows'][number];

const dayMs = 86_400_000;
const longestOfOneYearMs = 366 * dayMs;
const repeated = {
  kind: 'none',
  reason: 'These are bars and no line: several rows have the same time.',
} as const;

/**
 * Numbers over time: one line, or one for each value of the only text column when several rows have
 * the same time.
 */
export function linesOf(result: SqlResult, { timeIndex, valueIndex }: Charted): ResultLines {
  const { columns, rows } = result;
  const readings = rows.flatMap((row): Reading[] => {
    const [atMs, value] = [timeOf(row[timeIndex] ?? null), row[valueIndex] ?? null];
    return Number.isNaN(atMs) || value === null ? [] : [{ atMs, count: Number(value), row }];
  });
  if (readings.length === 0) return { kind: 'none', reason: 'No row has a time and a number.' };
  if (isOneLine(readings)) {
    return drawn(new Map([[columns[valueIndex]?.name ?? '', readings]]));
  }
  const [nameIndex, ...others] = columns.flatMap((column, index) =>
    isNumeric(column) || isTime(column) || index === valueIndex ? [] : [index],
  );
  if (nameIndex === undefined || others.length > 0) return repeated;
  const byName = Map.groupBy(readings, ({ row }) => textOf(row[nameIndex] ?? null) || '(empty)');
  if (byName.size > mostLines) {
    const reason = `These are bars and no lines: ${columns[nameIndex]?.name} has ${byName.size} values, and a chart has at most ${mostLines} lines.`;
    return { kind: 'none', reason };
  }
  return byName.values().every(isOneLine) ? drawn(byName) : repeated;
}

/** Whether no time is there twice. */
function isOneLine(readings: readonly Reading[]): boolean {
  return new Set(readings.map(({ atMs }) => atMs)).size === readings.length;
}

function drawn(byName: ReadonlyMap<string, readonly Reading[]>): ResultLines {
  const all = [...byName.values()].flat().map(({ atMs }) => atMs);
  const times = [...new Set(all)].toSorted((left, right) => left - right);
  const lines = [...byName].map(([name, readings]) => {
    const counts = new Map(readings.map(({ atMs, count }) => [atMs, count]));
    return { name, counts: times.map((atMs) => counts.get(atMs) ?? null) };
  });
  return { kind: 'lines', times: placed(times), lines };
}

/** The times, from the first to the last, at their places and as people read them. */
function placed(times: readonly number[]): Time[] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isWithTime = times.some((atMs) => atMs % dayMs !== 0);
  const isLong = last - first > longestOfOneYearMs;
  return times.map((atMs) => {
    const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
    const dayText = isLong ? dateLabel(`${day}T12:00`) : dayLabel(day);
    return {
      label: isWithTime ? `${dayText} ${time.slice(0, 5)}` : dayText,
      share: first === last ? 0.5 : (atMs - first) / (last - first),
    };
  });
}

/** The milliseconds of `2026-11-22` or `2026-11-22 14:00:00`, which the server sends in UTC. */
function timeOf(value: SqlValue): number {
  const [day = '', time = '00:00'] = textOf(value).split(' ');
  return Date.parse(`${day}T${time}Z`);
}
