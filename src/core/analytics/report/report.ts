import type { CostNumbers } from '#contract/analytics/costs';
import type { CurrencyTotals } from '#core/links/link-totals';
import type { Link } from '#core/links/link';
import type { Lists } from './dimensions.ts';
import type { Period } from '#core/analytics/periods';
import type { UsualSoFar } from '#core/analytics/usual-so-far';

/** The numbers of a period or of one of its units. */
export type Measures = {
  /** Visits of the classes that the filters name. */
  readonly clicks: number;
  readonly uniqueVisitors: number;
  /** In every currency, without refunds. */
  readonly conversions: number;
  /** One entry for each currency with conversions or refunds, sorted by its code. */
  readonly money: readonly CurrencyTotals[];
};

/** One unit of a period, with its beginning as `Period` writes it. */
export type Point = Measures & {
  readonly at: string;
  /** Whether the unit has not ended yet. */
  readonly isUnfinished: boolean;
};

/** A row of a list. */
export type ReportRow = {
  /** The name on screens; the id for a link. */
  readonly name: string;
  /** The country of a city; otherwise empty. */
  readonly detail: string;
  /** What the list's filter takes; empty for the rest of the list, `Other`. */
  readonly value: string;
  readonly clicks: number;
  /**
   * The share of the list's clicks in percent, with one decimal; the rows of a whole list add up to
   * 100.
   */
  readonly percentage: number;
  readonly conversions: number;
  /** Null when nothing is compared. */
  readonly comparedClicks: number | null;
  /** Of links and campaigns, for the account's owner, where it has costs. */
  readonly costs?: CostNumbers;
};

export type ReportList = {
  /** The clicks of all values. */
  readonly totalClicks: number;
  /** How many values there are. */
  readonly count: number;
  /** The largest values, and `Other` for the rest. They add up to the total. */
  readonly rows: readonly ReportRow[];
};

/** The answer to a question about an account's numbers. Money is in cents. */
export type Report = {
  readonly period: Period;
  readonly compared: Period | null;
  readonly totals: Measures;
  readonly comparedTotals: Measures | null;
  /** Visits of bots and prefetchers that pass all filters but the one of the class. */
  readonly botClicks: number;
  readonly series: readonly Point[];
  /**
   * The compared period's units: entry `i` stands for the same unit as entry `i` of the series. It
   * may be shorter or longer by the hours of a clock change, or by a leap day. When the period is
   * not over, it ends with the unit that corresponds to the current one, cut at the same time of
   * day.
   */
  readonly comparedSeries: readonly Point[] | null;
  /** What today compares with, in a report by days that compares nothing; otherwise null. */
  readonly usual: UsualSoFar | null;
  readonly lists: Lists<ReportList>;
  /** The links of the list of links, by id. A link that was just deleted is missing. */
  readonly links: ReadonlyMap<string, Link>;
  /** What is to be known about the numbers: clicks that have expired are not in them. */
  readonly warnings: readonly string[];
  /** Clicks by weekday, Monday first, and hour of the zone. */
  readonly heat: readonly (readonly number[])[];
  /** How often each of these hours has begun in the period. */
  readonly heatHours: readonly (readonly number[])[];
};
