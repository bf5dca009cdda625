import type { ConversionPosition } from '#core/conversions/conversion';
import type { Click } from '#core/clicks/click';
import type { ClickFacts } from '#core/clicks/shown-facts';
import type { ListedConversion } from '#core/conversions/conversion';
import type { CurrencyTotals } from '#core/links/link-totals';
import type { Paged, Paging } from '#core/shared/page';
import type { TwoPeriods } from './change.ts';
import type { ClickProperty, ConversionProperty } from '#contract/analytics/query-words';
import type { Dimension } from '#contract/analytics/report-filters';
import type { Lists } from './report/dimensions.ts';
import type { EventFilters } from './report/filters.ts';

/** Some links of an account: these, or all but these. */
export type LinkSet = {
  /**
   * Each id as 32 hexadecimal digits, separated by commas. It is a text because up to 50,000 ids
   * are passed from one store to the other, and this process never parses them.
   */
  readonly ids: string;
  readonly isComplement: boolean;
};

/** What is counted: one account's events that pass the filters, without links being erased. */
export type Scope = {
  readonly userId: string;
  readonly filters: EventFilters;
  /** Only events of these links pass; null: of every link. */
  readonly among: LinkSet | null;
  readonly erasedLinkIds: readonly string[];
  /** Further conditions; an event must pass all of them. */
  readonly conditions?: readonly Condition[];
};

/** A condition of a question. */
export type Condition =
  | {
      readonly kind: 'values';
      readonly property: ClickProperty | ConversionProperty;
      /** Whether names that contain a value fit; otherwise only the value itself does. */
      readonly isPart: boolean;
      /** Whether events that fit are left out. */
      readonly isNegated: boolean;
      /** Names as rows show them; ids of links. */
      readonly values: readonly string[];
    }
  | { readonly kind: 'links'; readonly set: LinkSet };

/**
 * A stretch of time in units: epoch milliseconds, strictly rising. Unit `i` is
 * `boundariesMs[i] <= instant < boundariesMs[i + 1]`. Empty: no time at all.
 */
export type Units = { readonly boundariesMs: readonly number[] };

/** Two periods, the earlier one first: [beforeMs, beforeEndMs) and [sinceMs, untilMs). */
export type Periods = {
  readonly beforeMs: number;
  readonly beforeEndMs: number;
  readonly sinceMs: number;
  readonly untilMs: number;
};

/** UTC offsets of a zone: from `startsMs[i]` on, its clocks are `offsetsMs[i]` ahead of UTC. */
export type ZoneOffsets = {
  /** Epoch milliseconds, rising; the first is not after the period's begin. */
  readonly startsMs: readonly number[];
  readonly offsetsMs: readonly number[];
};

/** What happened in a unit. Money has one entry for each currency. */
export type UnitReading = {
  /** Visits of the classes that the filters name. */
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

/** One value of a list. */
export type ListedValue = {
  /** The link's id in the list of links. */
  readonly name: string;
  /** The country in the list of cities; otherwise empty. */
  readonly detail: string;
  readonly clicks: number;
  /** Without refunds. */
  readonly conversions: number;
  /** 0 when nothing is compared. */
  readonly comparedClicks: number;
  /**
   * The share of the whole list's clicks in tenths of a percent. All values of a list with clicks add up to
   * 1,000, by the largest remainder.
   */
  readonly tenths: number;
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

/** The events of all time, those of archived months included, and those of two periods. */
export type TotalsReading = {
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
  readonly recentClicks: TwoPeriods;
  readonly recentMoney: Readonly<Record<keyof TwoPeriods, readonly CurrencyTotals[]>>;
};

export type Reading = {
  readonly period: PeriodReading;
  /** Null when nothing is compared. */
  readonly compared: PeriodReading | null;
  readonly lists: Lists<ListReading>;
  /** The period's clicks by weekday, Monday first, and hour of the zone; zeros when not asked for. */
  readonly heat: readonly (readonly number[])[];
  /** Null when they are not asked for. */
  readonly totals: TotalsReading | null;
};

/** What a reading counts. Each part makes the answer take longer. */
export type ReadingRequest = {
  readonly period: Units;
  readonly compared: Units | null;
  /** False: visitors are not counted, as if there were none. */
  readonly hasVisitors: boolean;
  readonly lists: {
    readonly dimensions: readonly Dimension[];
    /** The largest number of values of a list; `unless` overrides it for some lists. */
    readonly longest: number;
    readonly unless?: Lists<number>;
    /** False: the lists count clicks only, and have only values with clicks. */
    readonly hasConversions: boolean;
  };
  /** Null: without the heat. */
  readonly offsets: ZoneOffsets | null;
  /** The two periods of the totals; null: without totals. */
  readonly totals: Periods | null;
};

/** Finds names that contain `text`, without case, and names that are listed in `names`. */
export type ValueSearch = {
  /** Null when people cannot read the names (ids of links). */
  readonly text: string | null;
  readonly names: readonly string[];
};

/** The sums of one link's conversions in the range, one entry per currency. */
export type LinkConversions = {
  readonly linkId: string;
  /** Whether the caller passed the link as a tracking one. */
  readonly isTracking: boolean;
  /** Human clicks of the range. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

/**
 * The conversions of a range. Refunds are part of the sums of money; of the counts only `rows`
 * includes them.
 */
export type ConversionReading = {
  /** One page, newest first, with refunds. */
  readonly page: Paged<ListedConversion, ConversionPosition>;
  /** Conversions and refunds on all pages. */
  readonly rows: number;
  /** The links with conversions or refunds, unsorted. */
  readonly links: readonly LinkConversions[];
  /** Human clicks of all links that were passed as tracking ones. */
  readonly trackingClicks: number;
  /** US dollar cents without refunds: the total, and its confirmed part. */
  readonly reportedCents: number;
  readonly confirmedCents: number;
};

/** The split test that a link runs now. */
export type SplitTest = {
  readonly version: number;
  /** Destinations in order: the first is variant 1. */
  readonly urls: readonly string[];
};

/** The counts of one variant. A variant without events is absent. */
export type VariantReading = {
  /** From 1; 0 for conversions without a variant of the test. */
  readonly variant: number;
  /** Human clicks. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

type Costed = { readonly linkId: string | null; readonly campaign: string | null };

/** What the costs of links and campaigns are compared with. */
export type CostedReading = {
  /** `unitMs` is the boundary that begins the unit. */
  readonly clicks: readonly (Costed & { readonly unitMs: number; readonly clicks: number })[];
  /** With refunds. */
  readonly revenue: readonly (Costed & { readonly cents: number })[];
  /**
   * Of the asked campaigns, those that pass the conditions on campaigns; null without such
   * conditions.
   */
  readonly passingCampaigns: readonly string[] | null;
};

/** A click as the owner of its link sees it: without the address, and without the visitor. */
export type RecentClick = ClickFacts &
  Pick<Click, 'clickId' | 'class' | 'entry' | 'channel'> & {
    /**
     * Whether it is the visitor's first human click on the link. Without a cookie, the first one of
     * that UTC day.
     */
    readonly isUnique: boolean;
  };

/** A click's place in the list, newest first. */
export type ClickPosition = Pick<RecentClick, 'atMs' | 'clickId'>;

export type ClicksQuestion = {
  readonly linkId: string;
  readonly class: Click['class'];
} & Paging<ClickPosition>;

/** The links whose conversion rates are computed. An account can have 100,000. */
export type TrackingLinks = { readonly count: number; readonly among: LinkSet };
