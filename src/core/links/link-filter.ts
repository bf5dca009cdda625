import type { LinkSort, LinkStatus } from '#contract/links/links';
import type { Paged, Paging } from '#core/shared/page';
import type { LabelFilter } from './labels.ts';
import type { Link } from './link.ts';

/** Narrows the links of an account. All conditions hold together. */
export type LinkFilter = {
  /**
   * A part of the title, the original URL, the code, the alias, the notes or a tag, without case;
   * empty finds every link. `%` and `_` are literal.
   */
  readonly search: string;
  /** Only links to exactly this address; null: links to any address. */
  readonly destination: string | null;
  /** Only links that track conversions. */
  readonly isTracking: boolean;
  /** Only links with a split test. */
  readonly isSplit: boolean;
  /** Null: links of every status. */
  readonly status: LinkStatus | null;
  /** Only links with these labels. */
  readonly labels: LabelFilter;
  /** Absent: links of every name and time. */
  readonly exactly?: ExactFilter;
};

/** Conditions of programs that keep links in step. A null one does not count. */
export type ExactFilter = {
  readonly externalId: string | null;
  /** A code or an alias; `host` null: on the instance's own short host. */
  readonly named: { readonly name: string; readonly host: string | null } | null;
  /** Later than this time. */
  readonly createdAfter: Date | null;
  readonly createdBefore: Date | null;
  /** At this time or later. */
  readonly updatedSince: Date | null;
};

/** A filter and its time, which decides which links count as expired. */
export type FilterAt = LinkFilter & { readonly at: Date };

/** The links of an export. */
export type ExportFilter = FilterAt & {
  /** Only links with these ids, each once; absent: links of every id. */
  readonly ids?: readonly string[];
};

/** The first or last entry of a page: its sort key in the database's spelling, and its id. */
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
 * texts because lists of 100,000 are passed from one store to the other, and this process never
 * parses them.
 */
export type LinkRanking = { readonly linkIds: string; readonly totals: string };
