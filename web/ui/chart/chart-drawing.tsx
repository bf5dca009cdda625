import { area, curveMonotoneX, line } from 'd3-shape';
import { type PointerEvent, useId, useMemo, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { type ChartProps, type Point, soFar } from './chart-points.ts';
import { type CountScale, countScale, labelMarks, shareOf } from './chart-scale.ts';
import { classNames } from '#web/ui/class-names.ts';

type DrawingProps = Omit<ChartProps, 'caption'>;

/** The drawing's own units; it is stretched to the place that it gets, and its strokes are not. */
const width = 1000;
const height = 400;
const mostLabels = 7;

/** A smooth line over a fading area, with its scales, and a point's numbers under the pointer. */
export function ChartDrawing({ points, unit, isLastUnfinished = false }: DrawingProps) {
  const scale = useMemo(() => countScale(points.map((point) => point.count)), [points]);
  const labels = labelMarks(
    points.map((point) => point.label),
    mostLabels,
  );
  const last = points.at(-1);
  return (
    <div className="num grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 pt-2 pr-5 pl-2 text-xs text-faint">
      <div className="relative -my-2 flex flex-col-reverse justify-between text-right">
        {scale.marks.map(({ count }) => (
          <span key={count}>{wholeNumber(count)}</span>
        ))}
      </div>
      <Plot points={points} unit={unit} scale={scale}>
        <Curve points={points} scale={scale} isLastUnfinished={isLastUnfinished} />
        {last && isLastUnfinished && <Unfinished share={scale.share(last.count)} />}
      </Plot>
      <div className="relative col-start-2 h-4 whitespace-nowrap">
        {labels.map(({ label, share }, index) => (
          <span
            key={label}
            style={{ left: percent(share) }}
            className={classNames(
              'absolute -translate-x-1/2',
              (labels.length - 1 - index) % 2 === 1 && 'max-sm:hidden',
            )}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

type CurveProps = {
  readonly points: readonly Point[];
  readonly scale: CountScale;
  readonly isLastUnfinished: boolean;
};

/** The line never runs above or below the points that it connects; it is dashed where it may move. */
function Curve({ points, scale, isLastUnfinished }: CurveProps) {
  const id = useId();
  const paths = useMemo(() => curvePaths(points, scale), [points, scale]);
  const finished = isLastUnfinished ? width * shareOf(points.length - 2, points.length) : width;
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
      {scale.marks.map(({ count, share }) => (
        <path
          key={count}
          d={`M0,${height * (1 - share)}H${width}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={paths.area} fill={`url(#${id}fade)`} />
      <path
        d={paths.line}
        stroke="currentColor"
        {...stroke}
        strokeLinecap="round"
        clipPath={`url(#${id}finished)`}
      />
      {isLastUnfinished && (
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

function curvePaths(points: readonly Point[], scale: CountScale) {
  const x = (_: Point, index: number) => width * shareOf(index, points.length);
  const y = ({ count }: Point) => height * (1 - scale.share(count));
  const below = area<Point>().x(x).y0(height).y1(y).curve(curveMonotoneX);
  const along = line<Point>().x(x).y(y).curve(curveMonotoneX);
  return { area: below([...points]) ?? '', line: along([...points]) ?? '' };
}

/** Marks the last point as one that still grows. */
function Unfinished({ share }: { readonly share: number }) {
  return (
    <>
      <Dot left={1} bottom={share} className="border-series-1 bg-surface" />
      <span
        style={{ bottom: percent(share) }}
        className="absolute right-3.5 translate-y-1/2 rounded-sm bg-surface/80 px-1 leading-4 text-muted"
      >
        {soFar}
      </span>
    </>
  );
}

type DotProps = { readonly left: number; readonly bottom: number; readonly className: string };

function Dot({ left, bottom, className }: DotProps) {
  return (
    <span
      style={{ left: percent(left), bottom: percent(bottom) }}
      className={classNames(
        'absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2',
        className,
      )}
    />
  );
}

type PlotProps = Pick<DrawingProps, 'points' | 'unit'> & {
  readonly scale: CountScale;
  readonly children: React.ReactNode;
};

/** Where the curve is; shows the numbers of the point that is nearest to the pointer. */
function Plot({ points, unit, scale, children }: PlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const point = pointed === null ? undefined : points[pointed];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const place = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - place.left) / place.width;
    const nearest = Math.round(share * (points.length - 1));
    setPointed(Math.min(Math.max(nearest, 0), points.length - 1));
  };
  return (
    <div
      className="relative touch-pan-y"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={() => setPointed(null)}
    >
      {children}
      {point && pointed !== null && (
        <Pointed
          point={point}
          unit={unit}
          left={shareOf(pointed, points.length)}
          bottom={scale.share(point.count)}
        />
      )}
    </div>
  );
}

type PointedProps = {
  readonly point: Point;
  readonly unit: string;
  readonly left: number;
  readonly bottom: number;
};

function Pointed({ point, unit, left, bottom }: PointedProps) {
  return (
    <div className="pointer-events-none">
      <span
        style={{ left: percent(left) }}
        className="absolute inset-y-0 border-l border-dashed border-line-strong"
      />
      <Dot left={left} bottom={bottom} className="border-surface bg-series-1" />
      <div
        style={left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }}
        className="absolute top-0 z-10 mx-3 rounded-md border border-line bg-raised px-3 py-2 whitespace-nowrap shadow-float"
      >
        <span className="block text-muted">{point.label}</span>
        <span className="block text-sm text-text">
          {unit}: <strong className="font-semibold">{wholeNumber(point.count)}</strong>
        </span>
      </div>
    </div>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}
