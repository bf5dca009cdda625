import { bisectCenter } from 'd3-array';
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { type CountScale, fewerLabels, percent, placeOf, type Time } from './chart-scale.ts';

type FrameProps = PlotProps & {
  /** Formats a mark of the scale. */
  format(count: number): string;
  /** The limit of labels below the drawing. */
  readonly mostLabels?: number;
};

/** The limit of labels below a line. */
const mostOfLine = 7;
/** Limit of labels with a time of day, which are about twice as wide as others. */
const mostLongLabels = 4;
const longestShort = 'Nov 2026'.length;

/** The scales around a drawing, and a point's numbers under the pointer. */
export function ChartFrame({ format, mostLabels = mostOfLine, ...plot }: FrameProps) {
  const all = plot.times.map(({ label, axisLabel }, index) => ({
    label: axisLabel ?? label,
    share: placeOf(plot.times, index),
  }));
  const isLong = all.some(({ label }) => label.length > longestShort);
  const labels = fewerLabels(all, isLong ? mostLongLabels : mostLabels);
  return (
    <div className="num grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 pt-2 pr-5 pl-2 text-xs text-faint">
      <div className="grid text-right">
        {plot.scale.gridLines.map(({ count, share, name }) => (
          <span
            key={count}
            style={{ bottom: percent(share) }}
            className="relative translate-y-1/2 self-end [grid-area:1/1]"
          >
            {name ?? format(count)}
          </span>
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

type PlotProps = {
  readonly times: readonly Time[];
  /**
   * The counts of the line on which a dot marks the time under the pointer; undefined for no dot.
   */
  readonly counts: readonly (number | null)[] | undefined;
  readonly scale: CountScale;
  readonly children: ReactNode;
  /** The index of the time whose numbers stay above the drawing; null: none. */
  readonly pinned: number | null;
  onPin(index: number): void;
  /** The numbers of the time of this index. */
  tip(index: number): ReactNode;
};

/** The plot area. Shows the numbers of the time nearest to the pointer; a tap pins them. */
function Plot({ times, counts, scale, children, pinned, onPin, tip }: PlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const marked = pointed ?? pinned;
  const count = marked === null ? null : (counts?.[marked] ?? null);
  /** Older browsers do not say at a click which pointer made it. */
  const isTouch = useRef(false);
  const nearest = (event: MouseEvent<HTMLDivElement>): number => {
    const place = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - place.left) / place.width;
    const places = times.map((_, index) => placeOf(times, index));
    return bisectCenter(places, share);
  };
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    isTouch.current = event.pointerType === 'touch';
    if (!isTouch.current) setPointed(nearest(event));
  };
  return (
    <div
      role="presentation"
      className="relative"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={() => setPointed(null)}
      // A finger that scrolls the page makes no click.
      onClick={(event) => isTouch.current && onPin(nearest(event))}
    >
      {children}
      {marked !== null && (
        <Pointed left={placeOf(times, marked)} bottom={count === null ? null : scale.share(count)}>
          {pointed !== null && (
            <>
              <span className="block pb-1 font-medium text-muted">{times[pointed]?.label}</span>
              {tip(pointed)}
            </>
          )}
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
        className="absolute top-0 z-10 mx-3 empty:hidden rounded-md border border-line bg-raised px-3 py-2 whitespace-nowrap shadow-float"
      >
        {children}
      </div>
    </div>
  );
}

/** A place in the plot; shares of its width and height, from the left and the bottom. */
type Place = { readonly left: number; readonly bottom: number };

export function Dot({ left, bottom, className }: Place & { readonly className: string }) {
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

/** The lowest position of a text: below it, the text would cover a line near zero. */
const lowest = 0.07;

type UnfinishedProps = Place & {
  readonly text: string;
  /** Its number. */
  readonly value: string;
  /** What it compares with, in words. */
  readonly comparison: string | null | undefined;
};

/** Marks the point that still grows. */
export function Unfinished({ left, bottom, text, value, comparison }: UnfinishedProps) {
  return (
    <>
      <Dot left={left} bottom={bottom} className="border-series-1 bg-surface" />
      <span
        style={{
          bottom: percent(Math.max(bottom, lowest)),
          ...(left > 0.5 ? { right: percent(1 - left) } : { left: percent(left) }),
        }}
        className="absolute mx-3.5 grid translate-y-1/2 justify-items-end rounded-sm bg-surface/80 px-1 leading-4 whitespace-nowrap text-muted"
      >
        <span>
          <b className="font-semibold text-text">{value}</b> <span>{text}</span>
        </span>
        {comparison && <span>{comparison}</span>}
      </span>
    </>
  );
}

/** Marks a point that has a note: the text stands below the chart, and among the point's numbers. */
export function Mark({ left, bottom }: Place) {
  return (
    <>
      <span
        style={{ left: percent(left), bottom: percent(bottom) }}
        className="absolute top-0 border-l border-dotted border-info"
      />
      <Dot left={left} bottom={1} className="border-surface bg-info" />
    </>
  );
}
