import { type CSSProperties, useMemo } from 'react';
import { wholeNumber } from '#web/format.ts';
import { Curve, curvePaths } from './chart-curve.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { Point } from './chart-points.ts';
import { countScale } from './chart-scale.ts';

/** A time and its place in the chart's width, 0 to 1 from the left. */
export type Time = { readonly label: string; readonly share: number };

export type Line = {
  readonly name: string;
  /** One for each time; null where the line has none. */
  readonly counts: readonly (number | null)[];
};

type LinesChartProps = {
  /** What the chart shows, for screen readers. */
  readonly caption: string;
  /** What the times are called. */
  readonly timeName: string;
  /** At least one, and from the earliest to the latest. */
  readonly times: readonly Time[];
  /** One to `mostLines`. */
  readonly lines: readonly Line[];
};

const colours = [
  ...['var(--series-1)', 'var(--series-2)', 'var(--series-3)'],
  ...['var(--series-4)', 'var(--series-5)', 'var(--muted)'],
];

/** As many as there are colours to tell them apart. */
export const mostLines = colours.length;

/** Lines over times that lie at any distance. Screen readers get a table with the same numbers. */
export function LinesChart({ caption, timeName, times, lines }: LinesChartProps) {
  return (
    <figure className="px-2 pb-2">
      {lines.length > 1 && <Legend lines={lines} />}
      <div aria-hidden className="h-64">
        <LinesDrawing times={times} lines={lines} />
      </div>
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{timeName}</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map(({ label, share }, index) => (
              <tr key={share}>
                <th scope="row">{label}</th>
                {lines.map(({ name, counts }) => (
                  <td key={name}>{countLabel(counts[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type DrawingProps = Pick<LinesChartProps, 'times' | 'lines'>;

/** Each line goes through its own times. The pointer shows the numbers of the nearest time. */
function LinesDrawing({ times, lines }: DrawingProps) {
  const drawn = useMemo(() => lines.map((line) => pointsOf(line, times)), [lines, times]);
  const scale = useMemo(() => countScale(drawn.flat().map(({ count }) => count)), [drawn]);
  const isAlone = lines.length === 1;
  const [first = [], ...others] = drawn;
  return (
    <ChartFrame
      points={isAlone ? first : times}
      scale={scale}
      format={wholeNumber}
      tip={(index) =>
        lines.map(({ name, counts }, order) => (
          <span key={name} className="flex items-center gap-2 text-sm text-text">
            {!isAlone && <Swatch order={order} />}
            {name}:{' '}
            <strong className="font-semibold">
              {countLabel(isAlone ? first[index]?.count : counts[index])}
            </strong>
          </span>
        ))
      }
    >
      <Curve points={first} scale={scale} finishedCount={first.length} isOneOfSeveral={!isAlone}>
        {others.map((points, order) => (
          <path
            key={lines[order + 1]?.name}
            d={curvePaths(points, { scale, count: points.length }).line}
            style={colourOf(order + 1)}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </Curve>
    </ChartFrame>
  );
}

function Legend({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul aria-label="Lines" className="flex flex-wrap gap-x-5 gap-y-1 px-2 pb-3 text-sm text-muted">
      {lines.map(({ name }, order) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <Swatch order={order} />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ order }: { readonly order: number }) {
  return <span aria-hidden style={colourOf(order)} className="h-0.5 w-4 shrink-0 bg-current" />;
}

function colourOf(order: number): CSSProperties {
  return { color: colours[order] };
}

function pointsOf({ counts }: Line, times: readonly Time[]): Point[] {
  return times.flatMap((time, index) => {
    const count = counts[index] ?? null;
    return count === null ? [] : [{ ...time, count }];
  });
}

function countLabel(count: number | null | undefined): string {
  return count === null || count === undefined ? '—' : wholeNumber(count);
}
