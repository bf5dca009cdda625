/** The beginning of a later page: after or before the entry with this position. */
export type PageFrom<Position> = { readonly side: 'after' | 'before'; readonly position: Position };

/** The requested page of a sorted list: at most `limit` entries; null starts at the beginning. */
export type Paging<Position> = { readonly limit: number; readonly from: PageFrom<Position> | null };

/**
 * A page with the positions of its ends. `next` is null on the last page, `previous` on the first.
 */
export type Paged<Item, Position> = {
  readonly items: readonly Item[];
  readonly next: Position | null;
  readonly previous: Position | null;
};

/** Whether a page is read from its end to its beginning. */
export function isBackward({ from }: Paging<unknown>): boolean {
  return from?.side === 'before';
}

/**
 * Makes a page from `rows`. They are in the direction of reading, with one row more than the limit
 * when more pages follow.
 */
export function pageOfRows<Item, Position>(
  rows: readonly Item[],
  paging: Paging<Position>,
  positionOf: (item: Item) => Position,
): Paged<Item, Position> {
  const isReversed = isBackward(paging);
  const hasMore = rows.length > paging.limit;
  const kept = rows.slice(0, paging.limit);
  const items = isReversed ? kept.toReversed() : kept;
  const [first, last] = [items.at(0), items.at(-1)];
  const hasNext = isReversed || hasMore;
  const hasPrevious = isReversed ? hasMore : paging.from !== null;
  return {
    items,
    next: hasNext && last !== undefined ? positionOf(last) : null,
    previous: hasPrevious && first !== undefined ? positionOf(first) : null,
  };
}
