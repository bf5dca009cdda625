import { useState } from 'react';
import { dayLabel } from '#web/format.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { Chart } from '#web/ui/chart/chart.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { isNumeric, isTime, textOf, type SqlResult } from '#web/features/sql/sql.ts';

const mostBars = 30;

/** Whether a result has a column of numbers and one that names them. */
export function canChart({ columns, rows }: SqlResult): boolean {
  return rows.length > 0 && columns.some(isNumeric) && columns.length > 1;
}

/** Numbers over time as a line, other numbers as bars. The column of the numbers can be chosen. */
export function ResultChart({ result: { columns, rows } }: { readonly result: SqlResult }) {
  const measures = columns.flatMap((column, index) =>
    isNumeric(column) ? [{ value: String(index), label: column.name }] : [],
  );
  const [chosen, setChosen] = useState(measures.at(-1)?.value ?? '');
  const valueIndex = Number(chosen);
  const labelIndex = columns.findIndex(
    (column, index) => index !== valueIndex && !isNumeric(column),
  );
  const nameIndex =
    labelIndex === -1 ? columns.findIndex((_, index) => index !== valueIndex) : labelIndex;
  const points = rows.map((row) => ({
    label: textOf(row[nameIndex] ?? null),
    count: Number(row[valueIndex] ?? 0),
  }));
  const name = columns[valueIndex]?.name ?? '';
  const labels = columns[nameIndex];
  return (
    <div className="grid gap-2">
      <div className="px-4">
        <Select label="Value" value={chosen} options={measures} onChange={setChosen} />
      </div>
      {labels && isTime(labels) ? (
        <Chart
          caption={`${name} by ${labels.name}`}
          unit={name}
          points={points.toSorted(byLabel).map(withShortTime)}
        />
      ) : (
        <BarList label={`${name} by ${labels?.name ?? ''}`} unit={name} bars={barsOf(points)} />
      )}
    </div>
  );
}

type Point = { readonly label: string; readonly count: number };

function byLabel(left: Point, right: Point): number {
  return left.label < right.label ? -1 : 1;
}

/** `2026-11-22` as `Nov 22`; a time keeps its hour and minute, as the server sent them. */
function withShortTime({ label, count }: Point): Point {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?/.exec(label) ?? [];
  return { label: day === '' ? label : `${dayLabel(day)} ${time}`.trim(), count };
}

function barsOf(points: readonly Point[]) {
  const total = points.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  return points.slice(0, mostBars).map(({ label, count }, index) => ({
    key: `${index} ${label}`,
    label: label === '' ? '(empty)' : label,
    count,
    percentage: total === 0 ? 0 : Math.round((Math.max(0, count) / total) * 1000) / 10,
  }));
}
