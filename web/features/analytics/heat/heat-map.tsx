import { type KeyboardEvent, useRef, useState } from 'react';
import { clockLabel, unitOf, wholeNumber } from '#web/format.ts';
import type { Report } from '#web/api.ts';
import { useClickWord, useMeasureLabel } from '#web/features/analytics/report/read-only.ts';
import { Card, CardHeader, usePhoneFold } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';

type HeatMapProps = { readonly report: Pick<Report, 'heat' | 'heatHours'> | undefined };

const labelledHours = [0, 6, 12, 18];

/** Clicks by weekday and hour: a brighter cell has more clicks in an hour than most others. */
export function HeatMap({ report }: HeatMapProps) {
  const fold = usePhoneFold();
  const counted = useMeasureLabel('clicks');
  return (
    <Card className="flex flex-col">
      <CardHeader title="Weekdays and Hours" note={counted} fold={fold} />
      {fold?.isOpen !== false &&
        (report ? <Grid cells={cellsOf(report)} /> : <Skeleton className="mx-4 mb-4 h-64" />)}
    </Card>
  );
}

type GridProps = { readonly cells: readonly (readonly Counted[])[] };

/** One cell is in the tab order; the arrow keys move to the others. */
function Grid({ cells }: GridProps) {
  const [current, setCurrent] = useState<Cell>({ day: 0, hour: 0 });
  const [said, setSaid] = useState<Cell | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const usual = averagesOf(cells.flat());
  const word = useClickWord();
  const move = (event: KeyboardEvent) => {
    const next = neighbour(current, event.key);
    if (!next) return;
    event.preventDefault();
    setCurrent(next);
    grid.current?.rows[next.day + 1]?.cells[next.hour + 1]?.focus();
  };
  return (
    <div className="flex grow flex-col justify-between gap-2 px-4 pb-4">
      <table
        ref={grid}
        role="grid"
        aria-label={`${useMeasureLabel('clicks')} by weekday and hour`}
        aria-readonly
        onKeyDown={move}
        onPointerLeave={() => setSaid(null)}
        onBlur={() => setSaid(null)}
        className="w-full table-fixed border-separate border-spacing-[2px] text-xs text-faint"
      >
        <thead>
          <tr>
            <th scope="col" className="w-9">
              <span className="sr-only">Weekday</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="h-5 overflow-visible p-0 text-left font-normal">
                <span className="sr-only">{clockLabel(hour)}</span>
                {labelledHours.includes(hour) && (
                  <span aria-hidden className="num block w-0 whitespace-nowrap">
                    {clockLabel(hour)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, day) => (
            <tr key={weekdays[day]}>
              <th scope="row" className="pr-1 text-left font-normal">
                <span aria-hidden>{shortWeekdays[day]}</span>
                <span className="sr-only">{weekdays[day]}</span>
              </th>
              {row.map((cell, hour) => (
                <td
                  key={hour}
                  tabIndex={current.day === day && current.hour === hour ? 0 : -1}
                  onFocus={() => {
                    setCurrent({ day, hour });
                    setSaid({ day, hour });
                  }}
                  onPointerEnter={() => setSaid({ day, hour })}
                  className={classNames(
                    'relative h-7 rounded-[3px] p-0 focus-visible:outline-2! focus-visible:outline-offset-1',
                    cell.times === 0 ? 'border border-dashed border-line' : 'bg-raised',
                  )}
                >
                  <span className="sr-only">
                    {cell.times === 0 ? 'not yet' : wholeNumber(cell.clicks)}
                  </span>
                  <span
                    aria-hidden
                    style={{ opacity: strength(cell, usual) }}
                    className="absolute inset-0 rounded-[3px] bg-series-1"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          {said
            ? cellWords(said, cells[said.day]?.[said.hour] ?? nothing, word)
            : busiest(cells, word)}
        </span>
        <Legend />
      </p>
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The clicks of a cell, and how many such hours have begun in the range. */
type Counted = { readonly clicks: number; readonly times: number };

const nothing: Counted = { clicks: 0, times: 0 };

function cellsOf({ heat, heatHours }: NonNullable<HeatMapProps['report']>): Counted[][] {
  return heat.map((row, day) =>
    row.map((clicks, hour) => ({ clicks, times: heatHours[day]?.[hour] ?? 0 })),
  );
}

/** Clicks in one such hour. */
function average({ clicks, times }: Counted): number {
  return clicks / Math.max(times, 1);
}

/** The averages of the cells with clicks, rising. */
export function averagesOf(cells: readonly Counted[]): readonly number[] {
  return cells
    .filter(({ clicks }) => clicks > 0)
    .map(average)
    .toSorted((left, right) => left - right);
}

/** The summary that is shown while no cell is pointed at. */
function busiest(cells: readonly (readonly Counted[])[], word: string): string {
  const all = cells.flatMap((row, day) => row.map((cell, hour) => ({ cell, day, hour })));
  const [first] = all.toSorted((left, right) => average(right.cell) - average(left.cell));
  if (first === undefined || first.cell.clicks === 0) return `No ${word}s in this range`;
  return `Busiest: ${cellWords(first, first.cell, word)}`;
}

function Legend() {
  return (
    <span aria-hidden className="flex items-center gap-1 text-xs text-faint">
      fewer
      {[0, ...levels].map((opacity) => (
        <span key={opacity} className="relative size-3 rounded-[3px] bg-raised">
          <span style={{ opacity }} className="absolute inset-0 rounded-[3px] bg-series-1" />
        </span>
      ))}
      more
    </span>
  );
}

/** Days of one week, Monday first, in the person's language. */
export const weekdays = Array.from({ length: 7 }, (_, day) => weekday('long', day));
const shortWeekdays = Array.from({ length: 7 }, (_, day) => weekday('short', day));

function weekday(style: 'long' | 'short', day: number): string {
  const format = new Intl.DateTimeFormat(undefined, { weekday: style, timeZone: 'UTC' });
  const monday = Date.UTC(2024, 0, 1);
  return format.format(monday + day * 86_400_000);
}

/** A cell in words: `Monday, 9 AM to 10 AM: 24 clicks, 6 an hour`. `word`: one of what it counts. */
export function cellWords({ day, hour }: Cell, cell: Counted, word: string): string {
  const span = `${clockLabel(hour)} to ${clockLabel((hour + 1) % 24)}`;
  const named = `${weekdays[day] ?? ''}, ${span}`;
  if (cell.times === 0) return `${named}: not yet in this range`;
  const { clicks, times } = cell;
  const mean = times > 1 && clicks > 0 ? `, ${oneDecimal(average(cell))} an hour` : '';
  return `${named}: ${wholeNumber(clicks)} ${unitOf(clicks, word)}${mean}`;
}

function oneDecimal(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** The strengths of the colour, from the quietest quarter of the cells to the busiest. */
const levels = [0.2, 0.45, 0.7, 1];

/**
 * How strongly a cell is coloured, 0 to 1: by its place among the averages of all cells with clicks, so
 * that one busy hour does not make all others look alike.
 */
export function strength(cell: Counted, usual: readonly number[]): number {
  if (cell.clicks === 0) return 0;
  const own = average(cell);
  const below = usual.filter((each) => each < own).length;
  const above = usual.filter((each) => each > own).length;
  const place = above + below === 0 ? 1 : below / (above + below);
  return levels[Math.min(Math.floor(place * levels.length), levels.length - 1)] ?? 1;
}

type Cell = { readonly day: number; readonly hour: number };

const steps: Readonly<Record<string, Cell>> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -23 },
  End: { day: 0, hour: 23 },
};

/** The cell to which a key moves the focus; null for other keys. */
export function neighbour({ day, hour }: Cell, key: string): Cell | null {
  const step = steps[key];
  if (!step) return null;
  return { day: within(day + step.day, 6), hour: within(hour + step.hour, 23) };
}

function within(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last);
}
