import { type LinkTotals, type ListedLink, listed } from './link-totals.ts';
import type { Link } from './link.ts';

export const linkSorts = ['createdAt', 'updatedAt', 'originalUrl', 'title'] as const;

export type LinkSort = (typeof linkSorts)[number];

/** Where a page ends: the last link's sort key, as the database spells it, and its id. */
export type PageEnd = { readonly key: string; readonly linkId: string };

export type PageQuery = {
  /** A part of the original URL, the code or the alias, in any case; empty finds every link. */
  readonly search: string;
  readonly sort: LinkSort;
  readonly order: 'asc' | 'desc';
  /** From 1 to 100. */
  readonly limit: number;
  /** The end of the page before; null starts at the beginning. */
  readonly after: PageEnd | null;
};

/** `count` is the number of links on all pages; `next` is null on the last page. */
export type Page<Item> = {
  readonly items: readonly Item[];
  readonly count: number;
  readonly next: PageEnd | null;
};

export type PageLinksPorts = {
  readonly links: {
    /**
     * One page of the account's links. Links that are added or removed between two pages neither
     * repeat nor hide another. `%` and `_` in the search stand for themselves; titles and addresses
     * sort without case, a missing title as an empty one; equal keys sort by id.
     */
    page(userId: string, query: PageQuery): Promise<Page<Link>>;
  };
  readonly totals: LinkTotals;
};

/** One page of an account's links with their totals. */
export function pageLinks({ links, totals }: PageLinksPorts) {
  return async (userId: string, query: PageQuery): Promise<Page<ListedLink>> => {
    const page = await links.page(userId, query);
    const ids = page.items.map((link) => link.id);
    const totalsById = await totals.of(userId, ids);
    const items = listed(page.items, totalsById);
    return { ...page, items };
  };
}
