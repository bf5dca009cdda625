import { area, curveMonotoneX, line } from 'd3-shape';
import { type ReactNode, useId, useMemo } from 'react';
import { type Point, percent, soFar } from './chart-points.ts';
import { type CountScale, shareOf } from './chart-scale.ts';
import { Dot } from './chart-frame.tsx';

type CurveProps = {
  readonly points: readonly Point[];
  readonly scale: CountScale;
  /** How many points are of a time that is over. The next point is unfinished; later ones are not drawn. */
  readonly finishedCount: number;
  /** Whether other lines stand beside it, so that the area below it says nothing. */
  readonly isOneOfSeveral?: boolean;
  /** Behind the line. */
  readonly children?: ReactNode;
};

/**
 * The drawing's own units. The drawing is stretched to its container; the strokes keep their width.
 */
const width = 1000;
const height = 400;

/**
 * The line never goes above or below the points that it connects. Its unfinished part is dashed.
 */
export function Curve(props: CurveProps) {
  const { points, scale, finishedCount, isOneOfSeveral = false, children } = props;
  const id = useId();
  const paths = useMemo(() => {
    const begun = points.slice(0, finishedCount + 1);
    return curvePaths(begun, { scale, count: points.length });
  }, [points, finishedCount, scale]);
  const isFinished = finishedCount >= points.length;
  const finished = isFinished ? width : width * shareOf(finishedCount - 1, points.length);
  const stroke = { fill: 'none', strokeWidth: 2.4, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible text-series-1"
    >
      <defs>
        <linearGradient id={`${id}fade`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.45" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        <clipPath id={`${id}finished`}>
          <rect x={-width} y={-height} width={width + finished} height={3 * height} />
        </clipPath>
        <clipPath id={`${id}unfinished`}>
          <rect x={finished} y={-height} width={width} height={3 * height} />
        </clipPath>
      </defs>
      {scale.gridLines.map(({ count, share }) => (
        <path
          key={count}
          d={`M0,${height * (1 - share)}H${width}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {children}
      {!isOneOfSeveral && <path d={paths.area} fill={`url(#${id}fade)`} />}
      <path
        d={paths.line}
        stroke="currentColor"
        {...stroke}
        strokeLinecap="round"
        clipPath={`url(#${id}finished)`}
      />
      {!isFinished && (
        <path
          d={paths.line}
          stroke="currentColor"
          {...stroke}
          strokeDasharray="5 5"
          clipPath={`url(#${id}unfinished)`}
        />
      )}
    </svg>
  );
}

type Place = {
  readonly scale: CountScale;
  /** How many points the chart is wide. */
  readonly count: number;
};

/** The path of a line and of the area between it and zero, in the units of a curve. */
export function curvePaths(points: readonly Point[], { scale, count: across }: Place) {
  const x = ({ share }: Point, index: number) => width * (share ?? shareOf(index, across));
  const y = ({ count }: Point) => height * (1 - scale.share(count));
  const zero = height * (1 - scale.share(0));
  const below = area<Point>().x(x).y0(zero).y1(y).curve(curveMonotoneX);
  const along = line<Point>().x(x).y(y).curve(curveMonotoneX);
  return { area: below([...points]) ?? '', line: along([...points]) ?? '' };
}

/** Lower down the text would lie on the line of a quiet time. */
const lowest = 0.07;

type UnfinishedProps = { readonly share: number; readonly left?: number; readonly text?: string };

/** Marks the point that still grows: the last one, or the one that is `left` of the width. */
export function Unfinished({ share, left = 1, text = soFar }: UnfinishedProps) {
  return (
    <>
      <Dot left={left} bottom={share} className="border-series-1 bg-surface" />
      <span
        style={{
          bottom: percent(Math.max(share, lowest)),
          ...(left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }),
        }}
        className="absolute mx-3.5 translate-y-1/2 rounded-sm bg-surface/80 px-1 leading-4 whitespace-nowrap text-muted"
      >
        {text}
      </span>
    </>
  );
}
