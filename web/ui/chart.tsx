import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { type ChartProps, soFar } from './chart-points.ts';
import { Skeleton } from './skeleton.tsx';

const Drawing = lazy(async () => ({
  default: (await import('./chart-drawing.tsx')).ChartDrawing,
}));

/** A smooth line over time; a table of the same numbers for those who cannot see it. */
export function Chart(props: ChartProps) {
  const { place, isSeen } = useIsSeen();
  const waiting = <Skeleton className="mx-2 h-60" />;
  return (
    <figure ref={place} className="px-2 pb-2">
      <div aria-hidden className="h-64">
        <Suspense fallback={waiting}>
          {isSeen ? <Drawing key={props.theme} {...props} /> : waiting}
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
              <th scope="row">
                {point.label}
                {props.isLastUnfinished && point === props.points.at(-1) && ` (${soFar})`}
              </th>
              <td>{wholeNumber(point.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Whether a good part of a place has been on the screen: heavy things wait for that. */
function useIsSeen() {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return undefined;
    const look = new IntersectionObserver(
      (entries) => setIsSeen(entries.some((entry) => entry.isIntersecting)),
      { threshold: 0.35 },
    );
    look.observe(place.current);
    return () => look.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}
