/** Where a page begins that is not the first: on which side of which entry's mark. */
export type PageFrom<Mark> = { readonly side: 'after' | 'before'; readonly mark: Mark };

/** Which page of a sorted list is wanted: at most `limit` entries; null starts at the beginning. */
export type Paging<Mark> = { readonly limit: number; readonly from: PageFrom<Mark> | null };

/** A page with the marks of its ends; `next` is null on the last page, `previous` on the first. */
export type Paged<Item, Mark> = {
  readonly items: readonly Item[];
  readonly next: Mark | null;
  readonly previous: Mark | null;
};

/** Whether a page is read from its end to its beginning. */
export function isBackward({ from }: Paging<unknown>): boolean {
  return from?.side === 'before';
}

/**
 * The page that `rows` make. They are read in the direction of the page, and one more than its limit
 * when there are more.
 */
export function pageOfRows<Item, Mark>(
  rows: readonly Item[],
  paging: Paging<Mark>,
  markOf: (item: Item) => Mark,
): Paged<Item, Mark> {
  const isReversed = isBackward(paging);
  const hasMore = rows.length > paging.limit;
  const kept = rows.slice(0, paging.limit);
  const items = isReversed ? kept.toReversed() : kept;
  const [first, last] = [items.at(0), items.at(-1)];
  const hasNext = isReversed || hasMore;
  const hasPrevious = isReversed ? hasMore : paging.from !== null;
  return {
    items,
    next: hasNext && last !== undefined ? markOf(last) : null,
    previous: hasPrevious && first !== undefined ? markOf(first) : null,
  };
}
