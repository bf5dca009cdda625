/** One counted row of a breakdown. */
export type Counted<Name> = { readonly name: Name; readonly clicks: number };

/** The same row with its percentage of the total, with one decimal. */
export type Share<Name> = Counted<Name> & { readonly percentage: number };

/** A breakdown's largest rows, largest first, and the clicks of all its rows together. */
export type Breakdown<Name> = {
  readonly rows: readonly Counted<Name>[];
  readonly totalClicks: number;
};

/**
 * The `longest` largest rows of the breakdown with their percentages. The rest becomes one last row
 * named `other`, so that clicks add up to the total and percentages to exactly 100.0.
 */
export function shares<Name>(
  breakdown: Breakdown<Name>,
  longest: number,
  other: Name,
): readonly Share<Name>[] {
  const shown = shownRows(breakdown, longest, other);
  const tenths = splitTenths(shown.map((row) => row.clicks));
  return shown.map((row, index) => ({ ...row, percentage: (tenths[index] ?? 0) / 10 }));
}

function shownRows<Name>(
  { rows, totalClicks }: Breakdown<Name>,
  longest: number,
  other: Name,
): readonly Counted<Name>[] {
  const kept = rows.length > longest || sum(rows) < totalClicks ? longest - 1 : longest;
  const shown = rows.slice(0, kept);
  const restClicks = totalClicks - sum(shown);
  return restClicks === 0 ? shown : [...shown, { name: other, clicks: restClicks }];
}

/**
 * Distributes 1,000 tenths of a percent by the largest remainder; of equal rows, the earlier gets
 * the tenth.
 */
export function splitTenths(clicks: readonly number[]): readonly number[] {
  const total = clicks.reduce((left, right) => left + right, 0);
  if (total === 0) return clicks.map(() => 0);

  const tenths = clicks.map((count) => Math.floor((count * 1000) / total));
  const missing = 1000 - tenths.reduce((left, right) => left + right, 0);
  const byRemainder = clicks
    .map((count, index) => ({ index, remainder: (count * 1000) % total }))
    .toSorted((left, right) => right.remainder - left.remainder || left.index - right.index);
  for (const { index } of byRemainder.slice(0, missing)) {
    tenths[index] = (tenths[index] ?? 0) + 1;
  }
  return tenths;
}

function sum(rows: readonly { readonly clicks: number }[]): number {
  return rows.reduce((total, row) => total + row.clicks, 0);
}
