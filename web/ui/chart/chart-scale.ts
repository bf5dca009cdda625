import { nice, ticks } from 'd3-array';

/** A mark beside or below the chart; `share` of its width or height, 0 to 1 from the left or bottom. */
export type Mark = { readonly label: string; readonly share: number };

export type CountScale = {
  /** From 0 at the bottom to the top, at round whole numbers. */
  readonly marks: readonly { readonly count: number; readonly share: number }[];
  /** Which share of the chart's height a count reaches. */
  share(count: number): number;
};

const wantedMarks = 4;

/** A scale of whole numbers that begins at 0 and ends at a round number above every count. */
export function countScale(counts: readonly number[]): CountScale {
  const [, top] = nice(0, Math.max(wantedMarks, ...counts), wantedMarks);
  const share = (count: number) => count / top;
  const marks = ticks(0, top, wantedMarks).map((count) => ({ count, share: share(count) }));
  return { marks, share };
}

/** Which share of the chart's width the point at `index` of `count` points has on its left. */
export function shareOf(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1);
}

/** At most `most` labels in even steps; the last point always has one. */
export function labelMarks(labels: readonly string[], most: number): Mark[] {
  const step = Math.max(1, Math.ceil((labels.length - 1) / (most - 1)));
  const last = labels.length - 1;
  return labels
    .map((label, index) => ({ label, share: shareOf(index, labels.length), index }))
    .filter(({ index }) => (last - index) % step === 0)
    .map(({ label, share }) => ({ label, share }));
}
