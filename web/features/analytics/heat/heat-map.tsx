import { type KeyboardEvent, useRef, useState } from 'react';
import { unitOf, wholeNumber } from '#web/format.ts';
import type { Report } from '#web/api.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type HeatMapProps = { readonly heat: Report['heat'] | undefined };

const labelledHours = [0, 6, 12, 18];

/** Clicks by weekday and hour: a brighter cell has more clicks. */
export function HeatMap({ heat }: HeatMapProps) {
  return (
    <Card className="flex flex-col">
      <CardHeader title="Weekdays and Hours" />
      {heat ? <Grid heat={heat} /> : <Skeleton className="mx-4 mb-4 h-64" />}
    </Card>
  );
}

type GridProps = { readonly heat: Report['heat'] };

/** One cell is in the tab order; the arrow keys move to the others. */
function Grid({ heat }: GridProps) {
  const [current, setCurrent] = useState<Cell>({ day: 0, hour: 0 });
  const [said, setSaid] = useState<Cell | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const most = Math.max(...heat.flat());
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
        aria-label="Clicks by weekday and hour"
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
                <span className="sr-only">{hourLabel(hour)}</span>
                {labelledHours.includes(hour) && (
                  <span aria-hidden className="num block w-0 whitespace-nowrap">
                    {hourLabel(hour)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.map((row, day) => (
            <tr key={weekdays[day]}>
              <th scope="row" className="pr-1 text-left font-normal">
                <span aria-hidden>{shortWeekdays[day]}</span>
                <span className="sr-only">{weekdays[day]}</span>
              </th>
              {row.map((clicks, hour) => (
                <td
                  key={hour}
                  tabIndex={current.day === day && current.hour === hour ? 0 : -1}
                  onFocus={() => {
                    setCurrent({ day, hour });
                    setSaid({ day, hour });
                  }}
                  onPointerEnter={() => setSaid({ day, hour })}
                  className="relative h-7 rounded-[3px] bg-raised p-0 focus-visible:outline-2! focus-visible:outline-offset-1"
                >
                  <span className="sr-only">{wholeNumber(clicks)}</span>
                  <span
                    aria-hidden
                    style={{ opacity: strength(clicks, most) }}
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
            ? cellWords(said.day, said.hour, heat[said.day]?.[said.hour] ?? 0)
            : busiest(heat, most)}
        </span>
        <Legend />
      </p>
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The summary that is shown while no cell is pointed at. */
function busiest(heat: Report['heat'], most: number): string {
  if (most === 0) return 'No clicks in this range';
  const day = heat.findIndex((row) => row.includes(most));
  return `Busiest: ${cellWords(day, heat[day]?.indexOf(most) ?? 0, most)}`;
}

function Legend() {
  return (
    <span aria-hidden className="flex items-center gap-1 text-xs text-faint">
      fewer
      {[0, 0.3, 0.55, 0.8, 1].map((opacity) => (
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

const hourFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' });

/** The start of an hour of the day, in the format of all screens: `9 AM`. */
function hourLabel(hour: number): string {
  return hourFormat.format(hour * 3_600_000);
}

/** A cell in words: `Monday, 9 AM to 10 AM: 24 clicks`. */
export function cellWords(day: number, hour: number, clicks: number): string {
  const span = `${hourLabel(hour)} to ${hourLabel((hour + 1) % 24)}`;
  return `${weekdays[day] ?? ''}, ${span}: ${wholeNumber(clicks)} ${unitOf(clicks, 'click')}`;
}

/**
 * How strongly a cell is coloured, 0 to 1. The square root keeps quiet hours visible beside a busy
 * one.
 */
export function strength(clicks: number, most: number): number {
  return most === 0 || clicks === 0 ? 0 : 0.15 + 0.85 * Math.sqrt(clicks / most);
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
