import type { Paged, Paging } from '#core/shared/page';
import type { Clock } from '#core/shared/time';
import type { FilterAt, LinkFilter } from './link-filter.ts';
import { type AboutLinksPorts, type LinkTotals, type ListedLink, listed } from './link-totals.ts';
import type { Link } from './link.ts';

/** Sort keys that are totals over all time. */
export const totalSorts = ['totalClicks', 'totalConversions', 'totalProfit'] as const;

/** `name` is the title, else the alias, else the code. */
export const linkSorts = [
  ...(['createdAt', 'updatedAt', 'originalUrl', 'title', 'name'] as const),
  ...totalSorts,
] as const;

export type TotalSort = (typeof totalSorts)[number];
export type LinkSort = (typeof linkSorts)[number];

/** The first or last entry of a page: its sort key, as the database spells it, and its id. */
export type PageEnd = { readonly key: string; readonly linkId: string };

export type PageQuery = Paging<PageEnd> &
  LinkFilter & {
    readonly sort: LinkSort;
    readonly order: 'asc' | 'desc';
  };

/** `count` is the number of links on all pages. */
export type Page<Item> = Paged<Item, PageEnd> & { readonly count: number };

/** The links of a page may be known before all links are counted. */
export type ReadPage = Paged<Link, PageEnd> & { readonly count: Promise<number> };

/**
 * One total of each counted link: ids and integers in the same order, separated by commas. They are
 * texts because a list of 100,000 goes from one store to the other and is never parsed here.
 */
export type LinkRanking = { readonly linkIds: string; readonly totals: string };

export type PageLinksPorts = {
  readonly links: AboutLinksPorts & {
    /**
     * One page of the account's links. Links that are added or removed between two pages neither
     * repeat nor hide others. Names and addresses sort without case, and a missing title sorts as an
     * empty one; equal keys sort by id. A sort by a total uses `ranking`; links that are not in it
     * have a total of 0.
     */
    page(userId: string, query: PageQuery & FilterAt, ranking: LinkRanking): Promise<ReadPage>;
  };
  readonly clock: Clock;
  readonly totals: LinkTotals & {
    /** One total of all links of the account; null when the numbers are not available now. */
    ranking(userId: string, by: TotalSort): Promise<LinkRanking | null>;
  };
};

const noRanking: LinkRanking = { linkIds: '', totals: '' };

/**
 * Returns one page of an account's links with their totals. While totals are unavailable, all of
 * them sort as equal.
 */
export function pageLinks({ links, totals, clock }: PageLinksPorts) {
  return async (userId: string, query: PageQuery): Promise<Page<ListedLink>> => {
    const by = totalSorts.find((sort) => sort === query.sort);
    const ranking = by && (await totals.ranking(userId, by));
    const asked = { ...query, at: new Date(clock.now()) };
    const page = await links.page(userId, asked, ranking ?? noRanking);
    const ids = page.items.map((link) => link.id);
    const [count, totalsById, labels, broken] = await Promise.all([
      page.count,
      totals.of(userId, ids),
      links.labelsOf(userId, ids),
      links.brokenOf(userId, ids),
    ]);
    const items = listed(page.items, { totals: totalsById, labels, broken });
    return { ...page, items, count };
  };
}
