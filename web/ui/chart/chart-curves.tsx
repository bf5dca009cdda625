import { area, curveMonotoneX, line } from 'd3-shape';
import { type CSSProperties, useId } from 'react';
import type { CountScale, Point } from './chart-scale.ts';

type CurvesProps = {
  readonly first: readonly Point[];
  /** Of the first line. */
  readonly look: CSSProperties;
  readonly others: readonly Other[];
  /** The points of another time, up to the last finished one; empty without one. */
  readonly before: readonly Point[];
  readonly scale: CountScale;
  /** How many points of the first line belong to times that are over. The line ends with them. */
  readonly finishedCount: number;
};

type Other = {
  readonly name: string;
  readonly points: readonly Point[];
  readonly style: CSSProperties;
};

/**
 * The drawing's own units. The drawing is stretched to its container; the strokes keep their width.
 */
const width = 1000;
const height = 400;
const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;

/**
 * Lines that never go above or below the points that they connect. The first ends with its last
 * finished point: a day that is not over would look like a fall. Alone, it has an area below it.
 */
export function Curves({ first, look, others, before, scale, finishedCount }: CurvesProps) {
  const id = useId();
  const drawn = pathsIn(scale);
  const finished = drawn(first.slice(0, finishedCount));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={look}
      className="absolute inset-0 size-full overflow-visible"
    >
      <defs>
        <linearGradient id={`${id}fade`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.45" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {scale.gridLines.map(({ count, share, name }) => (
        <path
          key={count}
          d={`M0,${height * (1 - share)}H${width}`}
          className={name === undefined ? 'stroke-line' : 'stroke-line-strong'}
          strokeDasharray={name === undefined ? undefined : '2 4'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        {...stroke}
        d={drawn(before).line}
        className="text-line-strong"
        strokeWidth={1.8}
        strokeDasharray="1 5"
      />
      {others.map(({ name, points, style }) => (
        <path key={name} {...stroke} d={drawn(points).line} style={style} strokeWidth={2} />
      ))}
      {others.length === 0 && <path d={finished.area} fill={`url(#${id}fade)`} />}
      <path {...stroke} d={finished.line} strokeWidth={2.4} />
    </svg>
  );
}

/** Makes the path of a line and of the area between it and zero. */
function pathsIn(scale: CountScale) {
  const x = ({ share }: Point) => width * share;
  const y = ({ count }: Point) => height * (1 - scale.share(count));
  const zero = height * (1 - scale.share(0));
  const below = area<Point>().x(x).y0(zero).y1(y).curve(curveMonotoneX);
  const along = line<Point>().x(x).y(y).curve(curveMonotoneX);
  return (points: readonly Point[]) => ({
    area: below([...points]) ?? '',
    line: along([...points]) ?? '',
  });
}
