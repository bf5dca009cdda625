import { useMemo, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { isNumeric, isTime, textOf, type SqlResult } from './sql-result.ts';
import { linesOf } from './result-lines.ts';

const mostBars = 30;

/** Whether a result has a column of numbers and one that names them. */
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
