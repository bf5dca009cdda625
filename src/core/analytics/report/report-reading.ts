import type { CurrencyTotals } from '#core/links/link-totals';
import type { Dimension, Lists } from './dimensions.ts';
import type { EventFilters } from './filters.ts';
import type { Period } from './period.ts';

/** Some links of an account: these, or all but these. */
export type LinkSet = {
  /**
   * Each id as 32 hexadecimal digits, separated by commas. A text, because 50,000 of them go from one
   * store to the other and are never parsed here.
   */
  readonly ids: string;
  readonly isComplement: boolean;
};

/** What is counted: one account's events that pass the filters, without links being erased. */
export type ReportScope = {
  readonly userId: string;
  readonly filters: EventFilters;
  /** Only events of these links pass; null: of every link. */
  readonly among: LinkSet | null;
  readonly erasedLinkIds: readonly string[];
};

/** What happened in one unit of a period. Money has one entry for each currency. */
export type UnitReading = {
  /** Of the classes that the filters name. */
  readonly clicks: number;
  readonly uniqueVisitors: number;
  readonly money: readonly CurrencyTotals[];
};

export type PeriodReading = {
  /** By the boundary that begins the unit. Units without events may be absent. */
  readonly byUnit: ReadonlyMap<number, UnitReading>;
  /** Exact, over the period. A visitor without a cookie counts as a new one every UTC day. */
  readonly uniqueVisitors: number;
  /** Visits of bots and prefetchers that pass all filters but the one of the class. */
  readonly botClicks: number;
};

/**
 * One value of a list. `name` is the link's id in the list of links, and `detail` the country in the
 * list of cities; otherwise it is empty.
 */
export type ListedValue = ListedPlace & {
  /**
   * The share of the whole list's clicks in tenths of a percent. All values of a list with clicks add up to
   * 1,000, by the largest remainder.
   */
  readonly tenths: number;
};

/** What a list is sorted by. */
export type ListedPlace = {
  readonly name: string;
  readonly detail: string;
  readonly clicks: number;
  /** Without refunds. */
  readonly conversions: number;
  /** 0 when nothing is compared. */
  readonly comparedClicks: number;
};

/** A list's largest values, 'Not matched to a click' always among them, and the sums over all. */
export type ListReading = {
  /**
   * Sorted by clicks, conversions and compared clicks, all falling, then by name and detail. A value
   * occurs when the period has a click or a conversion of it, or the compared period a click.
   */
  readonly rows: readonly ListedValue[];
  /** How many values there are. */
  readonly count: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly comparedClicks: number;
};

export type ReportReading = {
  readonly period: PeriodReading;
  /** Null when nothing is compared. */
  readonly compared: PeriodReading | null;
  readonly lists: Lists<ListReading>;
  /** The period's clicks by weekday, Monday first, and hour of the zone: 7 × 24 numbers. */
  readonly heat: readonly (readonly number[])[];
};

/** When clocks of a zone show what: `offsetsMs[i]` ahead of UTC from `startsMs[i]` on. */
export type ZoneOffsets = {
  /** Epoch milliseconds, rising; the first is not after the period's begin. */
  readonly startsMs: readonly number[];
  readonly offsetsMs: readonly number[];
};

export type ReportNumbers = {
  /**
   * Counts everything that a report with these lists needs. Clicks belong to the unit in which they happened, and
   * conversions with their money to the unit in which they were converted.
   *
   * Filters narrow conversions by their own columns where they have them: link, country, city,
   * device, referrer and variant. The others (browser, operating system, channel, entry, rule, UTM
   * fields) are read from the click that got the credit. Where the click is not known, a conversion
   * counts as 'Not matched to a click', in the lists as well as in the filters. The filter of the class does not narrow conversions when it admits human clicks;
   * otherwise only conversions whose click is of the class remain.
   *
   * The answer depends on the arguments alone, so an implementation may count in a different way for
   * each question. Lists hold at most `longestList` rows. Fails when the event store is away or does
   * not answer in time.
   */
  read(
    scope: ReportScope,
    asked: {
      readonly period: Period;
      readonly compared: Period | null;
      readonly offsets: ZoneOffsets;
      /** Which lists are counted; each of them makes the answer take longer. */
      readonly lists: readonly Dimension[];
      readonly longestList: number;
    },
  ): Promise<ReportReading>;
};

/** What a name has to contain, without case, or be one of. */
export type ValueSearch = {
  /** Null when the names themselves say nothing to people. */
  readonly text: string | null;
  readonly names: readonly string[];
};

export type ReportValues = {
  /**
   * The values of one list that the search finds, in the order of `ListReading`, after one of them;
   * counted as `ReportNumbers` says. `count` is the number of values that the search finds; `clicks`
   * are those of the whole list, 0 when no value is returned.
   */
  page(
    scope: ReportScope,
    asked: {
      readonly period: Period;
      readonly compared: Period | null;
      readonly dimension: Dimension;
      /** Null finds every value. */
      readonly search: ValueSearch | null;
      /** The last value of the page before. */
      readonly after: ListedPlace | null;
      readonly limit: number;
    },
  ): Promise<Pick<ListReading, 'rows' | 'count' | 'clicks'>>;
};
