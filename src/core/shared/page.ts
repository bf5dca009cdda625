/** The beginning of a later page: after or before the entry with this mark. */
export type PageFrom<Mark> = { readonly side: 'after' | 'before'; readonly mark: Mark };

/** The requested page of a sorted list: at most `limit` entries; null starts at the beginning. */
export type Paging<Mark> = { readonly limit: number; readonly from: PageFrom<Mark> | null };

/** A page with the marks of its ends. `next` is null on the last page, `previous` on the first. */
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
 * Makes a page from `rows`. They are in the direction of reading, with one row more than the limit
 * when more pages follow.
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
