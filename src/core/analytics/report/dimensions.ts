import { type Dimension, dimensions } from '#contract/analytics/report-filters';

/** Lists by name. Those that nobody asked for are absent. */
export type Lists<List> = Readonly<Partial<Record<Dimension, List>>>;

/** One list for each name. */
export function perDimension<List>(
  wanted: readonly Dimension[],
  listOf: (dimension: Dimension) => List,
): Lists<List> {
  return Object.fromEntries(wanted.map((dimension) => [dimension, listOf(dimension)]));
}

/** Each list changed; absent ones stay absent. */
export function mapLists<From, To>(
  lists: Lists<From>,
  change: (list: From, dimension: Dimension) => To,
): Lists<To> {
  const changed = dimensions.flatMap((dimension) => {
    const list = lists[dimension];
    return list === undefined ? [] : [[dimension, change(list, dimension)] as const];
  });
  return Object.fromEntries(changed);
}
