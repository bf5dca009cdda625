import { wholeNumber } from '#web/format.ts';
import { type ChartProps, soFar } from './chart-points.ts';
import { useMemo } from 'react';
import { Curve, Unfinished } from './chart-curve.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { countScale } from './chart-scale.ts';

/** A line chart over time. Screen readers get a table with the same numbers. */
export function Chart(props: ChartProps) {
  return (
    <figure className="px-2 pb-2">
      <div aria-hidden className="h-64">
        <ChartDrawing {...props} />
      </div>
      <div className="sr-only">
        <table>
          <caption>{props.caption}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{props.unit}</th>
            </tr>
          </thead>
          <tbody>
            {props.points.map((point) => (
              <tr key={point.label}>
                <th scope="row">
                  {point.label}
                  {props.isLastUnfinished && point === props.points.at(-1) && ` (${soFar})`}
                </th>
                <td>{wholeNumber(point.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type DrawingProps = Omit<ChartProps, 'caption'>;

/**
 * A smooth line over a fading area, with its scales. The pointer shows the numbers of the nearest
 * point.
 */
function ChartDrawing({ points, unit, isLastUnfinished = false }: DrawingProps) {
  const scale = useMemo(() => countScale(points.map((point) => point.count)), [points]);
  const last = points.at(-1);
  return (
    <ChartFrame
      points={points}
      scale={scale}
      format={wholeNumber}
      tip={(index) => (
        <span className="block text-sm text-text">
          {unit}:{' '}
          <strong className="font-semibold">{wholeNumber(points[index]?.count ?? 0)}</strong>
        </span>
      )}
    >
      <Curve
        points={points}
        scale={scale}
        finishedCount={points.length - (isLastUnfinished ? 1 : 0)}
      />
      {last && isLastUnfinished && <Unfinished share={scale.share(last.count)} />}
    </ChartFrame>
  );
}
