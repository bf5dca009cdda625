import type { CurrencyTotals } from '#core/links/link-totals';
import type { TwoPeriods } from './change.ts';
import type { Breakdown } from './shares.ts';

/** What is counted: one account, or one of its links, without links that are being erased. */
export type Scope = {
  readonly userId: string;
  /** Null means all of the account's links. */
  readonly linkId: string | null;
  readonly erasedLinkIds: readonly string[];
};

/**
 * Two periods, the earlier one first: [beforeMs, beforeEndMs) and [sinceMs, untilMs). Clicks are
 * counted by whole quarters of a UTC hour.
 */
export type Periods = {
  readonly beforeMs: number;
  readonly beforeEndMs: number;
  readonly sinceMs: number;
  readonly untilMs: number;
};

export type City = { readonly city: string; readonly country: string };

/**
 * The lists of an answer, with human clicks of the range. Unknown values are a row of their own.
 */
export type Breakdowns = {
  /** By host, in lower case; 'Direct' for clicks without a referrer. */
  readonly referrers: Breakdown<string>;
  /** desktop, mobile, tablet, other and unknown. */
  readonly devices: Breakdown<string>;
  /** By ISO 3166 code, or 'Unknown'. Always all countries, independent of the requested length. */
  readonly countries: Breakdown<string>;
  readonly browsers: Breakdown<string>;
  readonly systems: Breakdown<string>;
  readonly cities: Breakdown<City>;
};

/** What the event store counted, at one moment. Clicks are human clicks unless called bots. */
export type Reading = Breakdowns & {
  /** Over all time. */
  readonly totalClicks: number;
  /** Conversions over all time, one entry per currency, including US dollars. */
  readonly money: readonly CurrencyTotals[];
  /** The range's clicks by the boundary that begins their day. Days without clicks are absent. */
  readonly clicksByDay: ReadonlyMap<number, number>;
  /** Visits of bots and prefetchers within the range. */
  readonly botClicks: number;
  /** Exact, over the range. A visitor without a cookie counts as a new one every UTC day. */
  readonly uniqueVisitors: number;
  readonly clicks: TwoPeriods;
  /** In US dollar cents. */
  readonly profit: TwoPeriods;
  readonly conversions: TwoPeriods;
};

export type Numbers = {
  /**
   * Counts everything that an answer needs from one snapshot of the events. `boundariesMs` divides
   * the range into its days, strictly rising. Lists hold at most `longestList` rows, largest first,
   * equal ones sorted by name. Fails when the event store is away or does not answer in time.
   */
  read(
    scope: Scope,
    asked: {
      readonly boundariesMs: readonly number[];
      readonly periods: Periods;
      readonly longestList: number;
    },
  ): Promise<Reading>;
};
