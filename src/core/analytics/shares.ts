/** One counted row of a breakdown. */
export type Counted<Name> = { readonly name: Name; readonly clicks: number };

/** A counted row and its percentage of the total, with one decimal. */
export type Share<Name> = Counted<Name> & { readonly percentage: number };

/**
 * A row and its share of the breakdown's clicks in tenths of a percent. All rows of a breakdown with
 * clicks add up to 1,000, by the largest remainder.
 */
export type CountedShare<Name> = Counted<Name> & { readonly tenths: number };

/** A breakdown's largest rows, largest first, and the clicks of all its rows together. */
export type Breakdown<Name> = {
  readonly rows: readonly CountedShare<Name>[];
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
  return shownRows(breakdown, longest, other).map(({ name, clicks, tenths }) => ({
    name,
    clicks,
    percentage: tenths / 10,
  }));
}

function shownRows<Name>(
  { rows, totalClicks }: Breakdown<Name>,
  longest: number,
  other: Name,
): readonly CountedShare<Name>[] {
  const kept =
    rows.length > longest || totalOf(rows, 'clicks') < totalClicks ? longest - 1 : longest;
  const shown = rows.slice(0, kept);
  const clicks = totalClicks - totalOf(shown, 'clicks');
  const tenths = 1000 - totalOf(shown, 'tenths');
  return clicks === 0 ? shown : [...shown, { name: other, clicks, tenths }];
}

function totalOf(rows: readonly CountedShare<unknown>[], number: 'clicks' | 'tenths'): number {
  return rows.reduce((total, row) => total + row[number], 0);
}
