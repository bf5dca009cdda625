import { type CSSProperties, type ReactNode, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { Bars } from './chart-bars.tsx';
import { Curves } from './chart-curves.tsx';
import { ChartFrame, Dot, Mark, Unfinished } from './chart-frame.tsx';
import {
  countScale,
  type NamedCount,
  namedScale,
  type Point,
  pointsOf,
  type Time,
} from './chart-scale.ts';
import { ChartValues } from './chart-values.tsx';

export type Line = {
  readonly name: string;
  /** One for each time; null where the line has none. */
  readonly counts: readonly (number | null)[];
  /** The formatted counts; absent: whole numbers. */
  readonly texts?: readonly string[];
};

/** Something that is marked at the time of this index. */
export type Note = { readonly index: number; readonly text: string };

type LineChartProps = {
  /** What the chart shows, for screen readers. */
  readonly caption: string;
  /** The name of the time column. */
  readonly timeName: string;
  /** At least one, and from the earliest to the latest. */
  readonly times: readonly Time[];
  /** One to `mostLines`. */
  readonly lines: readonly Line[];
  /** The values of the compared time, drawn behind the lines. */
  readonly compared?: Line | null;
  /**
   * How many times are over; absent: all. The next one still grows, and later ones are not drawn. The
   * first line then has a count for each time.
   */
  readonly finishedCount?: number;
  /** The label of the time that still grows. */
  readonly soFar?: string;
  /** What its number compares with, in words: `12 at this time before`. */
  readonly comparison?: string | null | undefined;
  /** Whether the only line is drawn as bars. */
  readonly isBars?: boolean;
  readonly notes?: readonly Note[];
  /** The top of the scale for counts that are all 0; below 4 its marks have decimals. */
  readonly leastTop?: number;
  /** Horizontal lines with names, in place of the scale's round numbers. */
  readonly marks?: readonly NamedCount[];
  /** Whether the lines are grey and told apart by dashes: no colour, as long as nothing is decided. */
  readonly isGrey?: boolean;
  /** Above the drawing; absent: the names of several lines. */
  readonly legend?: ReactNode;
  /** Formats a mark of the scale. */
  format?(count: number): string;
  /** The content for the time of this index; absent: the lines with their numbers. */
  tip?(index: number): ReactNode;
};

const colours = [
  ...['var(--series-1)', 'var(--series-2)', 'var(--series-3)'],
  ...['var(--series-4)', 'var(--series-5)', 'var(--muted)'],
];

const greys: readonly CSSProperties[] = [
  { color: 'var(--text)' },
  { color: 'var(--muted)', strokeDasharray: '7 4' },
  { color: 'var(--muted)', strokeDasharray: '2 4' },
  { color: 'var(--muted)' },
];

/** Limit of lines: the number of distinguishable colours. */
export const mostLines = colours.length;

/** The label of the last point while its day is not over. */
const today = 'so far today';

/** Lines or bars over time. Screen readers get a table with the same numbers. */
export function LineChart(props: LineChartProps) {
  const { lines, isBars, isGrey, finishedCount = props.times.length } = props;
  const { soFar = today, notes = [], tip = linesTip(lines, isGrey) } = props;
  const [chosen, setPinned] = useState<number | null>(null);
  const named = props.times.map((time, index) =>
    index === finishedCount ? growingTime(time, soFar) : time,
  );
  const times = isBars ? inTheMiddle(named) : named;
  const pinned = chosen !== null && chosen < times.length ? chosen : null;
  // The line about the growing bar takes its height from the drawing.
  const hasSoFar = isBars === true && (lines[0]?.counts[finishedCount] ?? null) !== null;
  const filled = { ...props, times, finishedCount, soFar, notes, tip };
  return (
    <figure className="relative px-2 pb-2">
      {props.legend ?? (lines.length > 1 && <Legend lines={lines} isGrey={isGrey} />)}
      {hasSoFar && <SoFar {...filled} />}
      <ChartValues times={times} pinned={pinned} onPin={setPinned} tip={tip} />
      <div aria-hidden className={hasSoFar ? 'h-57' : 'h-64'}>
        <Drawing {...filled} pinned={pinned} onPin={setPinned} />
      </div>
      <Numbers {...filled} />
    </figure>
  );
}

/** The time that still grows: its numbers say so, wherever they stand. */
function growingTime(time: Time, soFar: string): Time {
  return { ...time, axisLabel: time.axisLabel ?? time.label, label: `${time.label} (${soFar})` };
}

/** Each time in the middle of its bar. */
function inTheMiddle(times: readonly Time[]): readonly Time[] {
  return times.map((time, index) => ({ ...time, share: (index + 0.5) / times.length }));
}

type Filled = LineChartProps &
  Required<Pick<LineChartProps, 'finishedCount' | 'soFar' | 'notes' | 'tip'>>;

/** The number of the bar that still grows. */
function SoFar({ lines, finishedCount, soFar, comparison }: Filled) {
  const [line] = lines;
  if (!line) return null;
  return (
    <p
      aria-hidden
      className="num flex items-center gap-x-1.5 px-2 pb-3 text-xs whitespace-nowrap text-muted"
    >
      <span className="mr-0.5 h-3 w-2.5 rounded-t-sm border border-dashed border-series-1" />
      <b className="font-semibold text-text">{textOf(line, finishedCount)}</b>
      <span>{soFar}</span>
      {comparison && <span>· {comparison}</span>}
    </p>
  );
}

/** More than of a line: the bars at both ends are not at the ends of the drawing. */
const mostBarLabels = 8;

type DrawingProps = Filled & { readonly pinned: number | null; onPin(index: number): void };

/** The lines or the bars. A single line has a fading area below it. */
function Drawing({ times, lines, compared = null, finishedCount, ...rest }: DrawingProps) {
  const { leastTop, format = wholeNumber, tip, marks, isGrey, isBars = false } = rest;
  const { soFar, comparison, notes, pinned, onPin } = rest;
  const drawn = lines.map(({ counts }) => pointsOf(times, counts));
  const [first = [], ...others] = drawn;
  const before = compared ? pointsOf(times, compared.counts) : [];
  const counts = [...drawn.flat(), ...before].map(({ count }) => count);
  const scale = marks ? namedScale(counts, marks) : countScale(counts, leastTop);
  const growing = first[finishedCount];
  const finishedBefore = compared ? pointsOf(times, compared.counts.slice(0, finishedCount)) : [];
  const growingBefore = before.find(({ share }) => share === growing?.share);
  const [line] = lines;
  return (
    <ChartFrame
      times={times}
      counts={lines.length === 1 && !isBars ? lines[0]?.counts : undefined}
      scale={scale}
      format={format}
      tip={tip}
      pinned={pinned}
      onPin={onPin}
      {...(isBars && { mostLabels: mostBarLabels })}
    >
      {isBars ? (
        <Bars points={first} before={before} scale={scale} finishedCount={finishedCount} />
      ) : (
        <Curves
          first={first}
          look={lookOf(0, isGrey)}
          others={others.map((points, order) => ({
            name: lines[order + 1]?.name ?? '',
            points,
            style: lookOf(order + 1, isGrey),
          }))}
          before={finishedBefore}
          scale={scale}
          finishedCount={finishedCount}
        />
      )}
      {growingBefore && !isBars && (
        <Dot {...placeOf(growingBefore)} className="border-line-strong bg-surface" />
      )}
      {growing && !isBars && line && (
        <Unfinished
          {...placeOf(growing)}
          text={soFar}
          value={textOf(line, finishedCount)}
          comparison={comparison}
        />
      )}
      {notes.map(({ index }) => (
        <Mark key={index} {...placeOf(first[index])} />
      ))}
    </ChartFrame>
  );

  function placeOf(point: Point | undefined) {
    return { left: point?.share ?? 0, bottom: scale.share(point?.count ?? 0) };
  }
}

type LinesProps = Pick<LineChartProps, 'lines'> & { readonly isGrey: boolean | undefined };

/** Each line with its number. */
const linesTip = (lines: readonly Line[], isGrey: boolean | undefined) => (index: number) =>
  lines.map((line, order) => (
    <span key={line.name} className="flex items-center gap-2 text-sm text-text">
      {lines.length > 1 && <Swatch look={lookOf(order, isGrey)} />}
      {line.name}: <strong className="font-semibold">{textOf(line, index)}</strong>
    </span>
  ));

function Legend({ lines, isGrey }: LinesProps) {
  return (
    <ul aria-label="Lines" className="flex flex-wrap gap-x-5 gap-y-1 px-2 pb-3 text-sm text-muted">
      {lines.map(({ name }, order) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <Swatch look={lookOf(order, isGrey)} />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ look }: { readonly look: CSSProperties }) {
  return (
    <svg aria-hidden viewBox="0 0 16 2" style={look} className="h-0.5 w-4 shrink-0">
      <path d="M0,1H16" stroke="currentColor" strokeWidth={2} />
    </svg>
  );
}

function lookOf(order: number, isGrey = false): CSSProperties {
  return (isGrey ? greys[order] : undefined) ?? { color: colours[order] };
}

/** The chart's numbers as a table, for screen readers. */
function Numbers({ caption, timeName, times, lines, compared, ...rest }: Filled) {
  const { finishedCount, comparison, notes } = rest;
  const columns = compared ? [...lines, compared] : lines;
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[timeName, ...columns.map(({ name }) => name)].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {notes.length > 0 && <th scope="col">Note</th>}
          </tr>
        </thead>
        <tbody>
          {times.map(({ label }, index) => (
            <tr key={`${index} ${label}`}>
              <th scope="row">
                {label}
                {index === finishedCount && comparison && !compared && `, ${comparison}`}
                {index > finishedCount && ' (not yet)'}
              </th>
              {columns.map((line) => (
                <td key={line.name}>{textOf(line, index)}</td>
              ))}
              {notes.length > 0 && <td>{notes.find((note) => note.index === index)?.text}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf({ counts, texts }: Line, index: number): string {
  const count = counts[index] ?? null;
  return texts?.[index] ?? (count === null ? '—' : wholeNumber(count));
}
