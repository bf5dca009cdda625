export type Point = { readonly label: string; readonly count: number };

export type ChartProps = {
  /** What the chart shows, in words. */
  readonly caption: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Whether the last point is of a day that is not over. */
  readonly isLastUnfinished?: boolean;
};

/** Said of the last point while its day is not over. */
export const soFar = 'so far today';
