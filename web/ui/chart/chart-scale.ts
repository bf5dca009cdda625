import { nice, ticks } from 'd3-array';

/** Up to so many counts are drawn as bars, more as a line. */
export const fewPoints = 14;

export type Time = {
  readonly label: string;
  /** The label below the chart, when `label` is too long for it. */
  readonly axisLabel?: string;
  /** Its place in the chart's width, 0 to 1 from the left; times without one are in even steps. */
  readonly share?: number;
};

/** A count at its place in the chart's width. */
export type Point = { readonly share: number; readonly count: number };

/** A mark beside or below the chart; `share` of its width or height, 0 to 1 from the left or bottom. */
export type AxisLabel = { readonly label: string; readonly share: number };

/** A count that has a name. */
export type NamedCount = { readonly count: number; readonly name: string };

/** A horizontal line; `share` of the chart's height, 0 to 1 from the bottom. */
type GridLine = { readonly count: number; readonly share: number; readonly name?: string };

export type CountScale = {
  /** From the bottom to the top, at round numbers or where they have names. */
  readonly gridLines: readonly GridLine[];
  /** The share of the chart's height for a count. */
  share(count: number): number;
};

const wantedGridLines = 4;

/**
 * A scale that ends at a round number at or above every count and `leastTop`. It begins at 0, or at a
 * round number below the lowest count. Marks are whole numbers unless `leastTop` is below 4.
 */
export function countScale(counts: readonly number[], leastTop = wantedGridLines): CountScale {
  const [bottom, top] = nice(
    Math.min(0, ...counts),
    Math.max(leastTop, ...counts),
    wantedGridLines,
  );
  const share = (count: number) => (count - bottom) / (top - bottom);
  const gridLines = ticks(bottom, top, wantedGridLines).map((count) => ({
    count,
    share: share(count),
  }));
  return { gridLines, share };
}

const beyond = 0.08;

/** A scale from the lowest to the highest count, with lines at the named counts alone. */
export function namedScale(counts: readonly number[], named: readonly NamedCount[]): CountScale {
  const all = [...counts, ...named.map(({ count }) => count)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low) * beyond;
  const share = (count: number) => (count - low + margin) / (high - low + 2 * margin);
  return { gridLines: named.map((each) => ({ ...each, share: share(each.count) })), share };
}

/**
 * The horizontal position of the point at `index` of `count` points, as a share of the chart's
 * width.
 */
export function shareOf(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1);
}

/** The horizontal position of the time at `index`, as a share of the chart's width. */
export function placeOf(times: readonly Time[], index: number): number {
  return times[index]?.share ?? shareOf(index, times.length);
}

/** The counts at their times, without those that are null. */
export function pointsOf(times: readonly Time[], counts: readonly (number | null)[]): Point[] {
  return counts.flatMap((count, index) =>
    count === null ? [] : [{ share: placeOf(times, index), count }],
  );
}

/** A share of 0 to 1 as a length of CSS. */
export function percent(share: number): string {
  return `${share * 100}%`;
}

/** At most `most` of the labels, which go from the left to the right; the last one is among them. */
export function fewerLabels(labels: readonly AxisLabel[], most: number): AxisLabel[] {
  const leastStep = 1 / (most - 1) - tolerance;
  const kept: AxisLabel[] = [];
  for (const label of labels.toReversed()) {
    const next = kept[0];
    if (!next || next.share - label.share >= leastStep) kept.unshift(label);
  }
  return kept;
}

/** Tolerance for comparing computed shares. */
const tolerance = 1e-9;
