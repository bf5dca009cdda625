import { wholeNumber } from '#web/format.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { type ChartProps, soFar } from './chart-points.ts';

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
