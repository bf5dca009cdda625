import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { Skeleton } from './skeleton.tsx';

export type Point = { readonly label: string; readonly count: number };

export type ChartProps = {
  /** What the chart shows, in words. */
  readonly caption: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Redraws in the colours that hold then. */
  readonly theme: 'light' | 'dark';
};

const Drawing = lazy(async () => ({
  default: (await import('./chart-drawing.tsx')).ChartDrawing,
}));

/** A smooth line over time; a table of the same numbers for those who cannot see it. */
export function Chart(props: ChartProps) {
  const { place, isNear } = useIsNear();
  const waiting = <Skeleton className="mx-2 h-60" />;
  return (
    <figure ref={place} className="px-2 pb-2">
      <div aria-hidden className="h-64">
        <Suspense fallback={waiting}>
          {isNear ? <Drawing key={props.theme} {...props} /> : waiting}
        </Suspense>
      </div>
      <table className="sr-only">
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
              <th scope="row">{point.label}</th>
              <td>{wholeNumber(point.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Whether a place has been on the screen or close to it: heavy things wait for that. */
function useIsNear() {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place.current || isNear) return undefined;
    const look = new IntersectionObserver(
      (entries) => setIsNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '80px' },
    );
    look.observe(place.current);
    return () => look.disconnect();
  }, [isNear]);
  return { place, isNear };
}
