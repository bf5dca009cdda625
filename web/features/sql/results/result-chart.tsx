import { useMemo, useState } from 'react';
import { clockLabel, dateLabel, dayLabel, wholeNumber } from '#web/format.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { type Line, LineChart, mostLines } from '#web/ui/chart/line-chart.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { isNumeric, isTime, type SqlResult, type SqlValue, textOf } from './sql-result.ts';
import type { Time } from '#web/ui/chart/chart-scale.ts';

const mostBars = 30;

/** Whether a result has a column of numbers and another one with names for them. */
export function canChart({ columns, rows }: SqlResult): boolean {
  return rows.length > 0 && columns.some(isNumeric) && columns.length > 1;
}

/** Numbers over time as lines, other numbers as bars. The column of the numbers can be chosen. */
export function ResultChart({ result }: { readonly result: SqlResult }) {
  const { columns, rows } = result;
  const measures = columns.flatMap((column, index) =>
    isNumeric(column) ? [{ value: String(index), label: column.name }] : [],
  );
  const [chosen, setChosen] = useState(measures.at(-1)?.value ?? '');
  const valueIndex = Number(chosen);
  const timeIndex = columns.findIndex(isTime);
  const over = useMemo(
    () => (timeIndex === -1 ? null : linesOf(result, { timeIndex, valueIndex })),
    [result, timeIndex, valueIndex],
  );
  const name = columns[valueIndex]?.name ?? '';
  const isCut = over?.kind !== 'lines' && rows.length > mostBars;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 text-sm text-muted">
        <Select label="Value" value={chosen} options={measures} onChange={setChosen} />
        {isCut && (
          <p>
            The first {mostBars} of {wholeNumber(rows.length)} rows
          </p>
        )}
        {over?.kind === 'none' && <p>{over.reason}</p>}
      </div>
      {over?.kind === 'lines' ? (
        <LineChart
          caption={`${name} by ${columns[timeIndex]?.name}`}
          timeName={columns[timeIndex]?.name ?? ''}
          times={over.times}
          lines={over.lines}
        />
      ) : (
        <Bars result={result} valueIndex={valueIndex} />
      )}
    </div>
  );
}

type BarsProps = { readonly result: SqlResult; readonly valueIndex: number };

/** The first rows, each named by its columns that are no numbers. */
function Bars({ result: { columns, rows }, valueIndex }: BarsProps) {
  const others = columns.map((_, index) => index).filter((index) => index !== valueIndex);
  const texts = others.filter((index) => columns[index] && !isNumeric(columns[index]));
  const named = texts.length > 0 ? texts : others.slice(0, 1);
  const counts = rows.map((row) => Number(row[valueIndex] ?? 0));
  const total = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
  const bars = rows.slice(0, mostBars).map((row, order) => {
    const count = counts[order] ?? 0;
    return {
      key: String(order),
      label: named.map((index) => textOf(row[index] ?? null) || '(empty)').join(' · '),
      count,
      percentage: total === 0 ? 0 : Math.round((Math.max(0, count) / total) * 1000) / 10,
    };
  });
  const names = named.map((index) => columns[index]?.name).join(', ');
  return <BarList label={`${columns[valueIndex]?.name} by ${names}`} bars={bars} />;
}

/** The columns of a result that a chart shows, by their places. */
type Charted = { readonly timeIndex: number; readonly valueIndex: number };

type ResultLines =
  | { readonly kind: 'lines'; readonly times: readonly Time[]; readonly lines: readonly Line[] }
  /** `reason` is a sentence for the person. */
  | { readonly kind: 'none'; readonly reason: string };

/** A row with a time and a number. */
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

/** Whether every time occurs only once. */
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

/** The times in order, with their positions and labels. */
function placed(times: readonly number[]): Time[] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isWithTime = times.some((atMs) => atMs % dayMs !== 0);
  const isLong = last - first > longestOfOneYearMs;
  return times.map((atMs) => {
    const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
    const dayText = isLong ? dateLabel(`${day}T12:00`) : dayLabel(day);
    return {
      label: isWithTime ? `${dayText}, ${clockText(time)}` : dayText,
      share: first === last ? 0.5 : (atMs - first) / (last - first),
    };
  });
}

/** `2 PM` for `14:00:00.000Z`. */
function clockText(time: string): string {
  return clockLabel(Number(time.slice(0, 2)), Number(time.slice(3, 5)));
}

/** The milliseconds of `2026-11-22` or `2026-11-22 14:00:00`, which the server sends in UTC. */
function timeOf(value: SqlValue): number {
  const [day = '', time = '00:00'] = textOf(value).split(' ');
  return Date.parse(`${day}T${time}Z`);
}
