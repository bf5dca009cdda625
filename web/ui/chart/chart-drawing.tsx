import { useMemo } from 'react';
import { wholeNumber } from '#web/format.ts';
import { Curve, Unfinished } from './chart-curve.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartProps } from './chart-points.ts';
import { countScale } from './chart-scale.ts';

type DrawingProps = Omit<ChartProps, 'caption'>;

/**
 * A smooth line over a fading area, with its scales. The pointer shows the numbers of the nearest
 * point.
 */
export function ChartDrawing({ points, unit, isLastUnfinished = false }: DrawingProps) {
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
