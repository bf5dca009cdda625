import { shareOf } from './chart-scale.ts';

export type Point = {
  readonly label: string;
  readonly count: number;
  /** Below the chart, where `label` is too long for that. */
  readonly axisLabel?: string;
  /** Its place in the chart's width, 0 to 1 from the left; points without one are in even steps. */
  readonly share?: number;
};

export type ChartProps = {
  /** What the chart shows, for screen readers. */
  readonly caption: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Whether the last point is today, so that its count can still grow. */
  readonly isLastUnfinished?: boolean;
};

/** The label of the last point while its day is not over. */
export const soFar = 'so far today';

/** A share of 0 to 1 as a length of CSS. */
export function percent(share: number): string {
  return `${share * 100}%`;
}

/** Which share of the chart's width the point at `index` has on its left. */
export function placeOf(points: readonly Pick<Point, 'share'>[], index: number): number {
  return points[index]?.share ?? shareOf(index, points.length);
}
