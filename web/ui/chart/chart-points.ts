export type Point = {
  readonly label: string;
  readonly count: number;
  /** Below the chart, where `label` is too long for that. */
  readonly mark?: string;
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
