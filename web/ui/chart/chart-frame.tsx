import { bisectCenter } from 'd3-array';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { percent, placeOf, type Point } from './chart-points.ts';
import { type CountScale, fewerLabels } from './chart-scale.ts';
import { classNames } from '#web/ui/class-names.ts';

type FrameProps = PlotProps & {
  /** Of a mark of the scale. */
  format(count: number): string;
};

const mostLabels = 7;
/** Of labels with a time of day, which are about twice as wide. */
const mostLongLabels = 4;
const longestShort = 'Nov 2026'.length;

/** The scales around a drawing, and a point's numbers under the pointer. */
export function ChartFrame({ format, ...plot }: FrameProps) {
  const all = plot.points.map(({ label, axisLabel }, index) => ({
    label: axisLabel ?? label,
    share: placeOf(plot.points, index),
  }));
  const isLong = all.some(({ label }) => label.length > longestShort);
  const labels = fewerLabels(all, isLong ? mostLongLabels : mostLabels);
  return (
    <div className="num grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 pt-2 pr-5 pl-2 text-xs text-faint">
      <div className="relative -my-2 flex flex-col-reverse justify-between text-right">
        {plot.scale.gridLines.map(({ count }) => (
          <span key={count}>{format(count)}</span>
        ))}
      </div>
      <Plot {...plot} />
      <div className="relative col-start-2 h-4 whitespace-nowrap">
        {labels.map(({ label, share }, index) => (
          <span
            key={share}
            style={share < 1 ? { left: percent(share) } : undefined}
            className={classNames(
              'absolute',
              share < 1 ? '-translate-x-1/2' : '-right-5',
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

/** A place of the chart that the pointer can choose; a dot marks its count, where it has one. */
type Place = Omit<Point, 'count'> & { readonly count?: number };

type PlotProps = {
  readonly points: readonly Place[];
  readonly scale: CountScale;
  readonly children: ReactNode;
  /** The numbers of the point of this index. */
  tip(index: number): ReactNode;
};

/** The plot area. Shows the numbers of the point nearest to the pointer. */
function Plot({ points, scale, children, tip }: PlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const point = pointed === null ? undefined : points[pointed];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const place = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - place.left) / place.width;
    const places = points.map((_, index) => placeOf(points, index));
    setPointed(bisectCenter(places, share));
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
          left={placeOf(points, pointed)}
          bottom={point.count === undefined ? null : scale.share(point.count)}
        >
          <span className="block text-muted">{point.label}</span>
          {tip(pointed)}
        </Pointed>
      )}
    </div>
  );
}

type PointedProps = {
  readonly left: number;
  readonly bottom: number | null;
  readonly children: ReactNode;
};

function Pointed({ left, bottom, children }: PointedProps) {
  return (
    <div className="pointer-events-none">
      <span
        style={{ left: percent(left) }}
        className="absolute inset-y-0 border-l border-dashed border-line-strong"
      />
      {bottom !== null && (
        <Dot left={left} bottom={bottom} className="border-surface bg-series-1" />
      )}
      <div
        style={left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }}
        className="absolute top-0 z-10 mx-3 rounded-md border border-line bg-raised px-3 py-2 whitespace-nowrap shadow-float"
      >
        {children}
      </div>
    </div>
  );
}

type DotProps = { readonly left: number; readonly bottom: number; readonly className: string };

export function Dot({ left, bottom, className }: DotProps) {
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
