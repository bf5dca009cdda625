import type { LabelFilter } from './labels.ts';

/**
 * What a link does for its visitors: an active one redirects. An expired link may be paused too, and
 * is then both. A broken one leads to at least one destination that failed several checks.
 */
export const linkStatuses = ['active', 'paused', 'expired', 'broken'] as const;

export type LinkStatus = (typeof linkStatuses)[number];

/** Narrows the links of an account. All conditions hold together. */
export type LinkFilter = {
  /**
   * A part of the title, the original URL, the code, the alias, the notes or a tag, without case;
   * empty finds every link. `%` and `_` are literal.
   */
  readonly search: string;
  /** Only links to exactly this address; null: to any. */
  readonly destination: string | null;
  /** Only links that track conversions. */
  readonly isTracking: boolean;
  /** Only links with a split test. */
  readonly isSplit: boolean;
  /** Null: links of every status. */
  readonly status: LinkStatus | null;
  /** Only links with these labels. */
  readonly labels: LabelFilter;
};

/** A filter at a time: links expire. */
export type FilterAt = LinkFilter & { readonly at: Date };
