import { type ReactNode, useMemo } from 'react';
import { Curve, curvePaths, Unfinished } from './chart-curve.tsx';
import { ChartFrame, Dot } from './chart-frame.tsx';
import { percent, type Point } from './chart-points.ts';
import { countScale, shareOf } from './chart-scale.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Something that is marked at a point. */
export type PointLabel = { readonly index: number; readonly text: string };

type ComparedDrawingProps = {
  readonly points: readonly Point[];
  /** Another time, point by point; null without a comparison. */
  readonly compared: readonly Point[] | null;
  /** How many of the points are of a time that is over; the next one is said to be `soFar`. */
  readonly finishedCount: number;
  readonly soFar: string;
  readonly pointLabels: readonly PointLabel[];
  /** The top of the scale for points that are all 0; below 4 its marks have decimals. */
  readonly leastTop?: number;
  format(count: number): string;
  tip(index: number): ReactNode;
};

/** A line, the line of another time behind it, and marks on it. */
export function ComparedDrawing(props: ComparedDrawingProps) {
  const { points, compared, finishedCount, soFar, pointLabels, leastTop, format, tip } = props;
  const scale = useMemo(() => {
    const counts = [...points, ...(compared ?? [])].map(({ count }) => count);
    return countScale(counts, leastTop);
  }, [points, compared, leastTop]);
  const before = useMemo(
    () => compared && curvePaths(compared, { scale, count: points.length }).line,
    [compared, points.length, scale],
  );
  const growing = points[finishedCount];
  const shares = pointLabels.map(({ index }) => shareOf(index, points.length));
  return (
    <ChartFrame points={points} scale={scale} format={format} tip={tip}>
      <Curve points={points} scale={scale} finishedCount={finishedCount}>
        {before && (
          <path
            d={before}
            fill="none"
            className="stroke-line-strong"
            strokeWidth={1.8}
            strokeDasharray="1 5"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </Curve>
      {growing && (
        <Unfinished
          share={scale.share(growing.count)}
          left={shareOf(finishedCount, points.length)}
          text={soFar}
        />
      )}
      {pointLabels.map((pointLabel, order) => (
        <LabelledPoint
          key={pointLabel.index}
          text={pointLabel.text}
          left={shares[order] ?? 0}
          bottom={scale.share(points[pointLabel.index]?.count ?? 0)}
          isLabelled={hasRoom(shares, order)}
        />
      ))}
    </ChartFrame>
  );
}

const labelShare = 0.17;

/** Whether a label beside the mark of this order reaches neither the next mark nor the end. */
function hasRoom(shares: readonly number[], order: number): boolean {
  const own = shares[order] ?? 1;
  return (shares[order + 1] ?? 1) - own >= labelShare;
}

type LabelledPointProps = {
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
  readonly isLabelled: boolean;
};

function LabelledPoint({ text, left, bottom, isLabelled }: LabelledPointProps) {
  return (
    <>
      <Dot left={left} bottom={bottom} className="border-surface bg-info" />
      <span
        style={{ left: percent(left), bottom: percent(bottom) }}
        className={classNames(
          'pointer-events-none absolute mb-1.5 ml-1.5 max-w-40 truncate rounded-sm bg-surface/80 px-1 leading-4 text-info max-sm:hidden',
          !isLabelled && 'hidden',
        )}
      >
        {text}
      </span>
    </>
  );
}
