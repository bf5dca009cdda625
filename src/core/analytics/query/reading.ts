import type { ClickProperty, ConversionProperty, TimeCycle } from '#contract/analytics/query-words';
import type { Currency } from '#contract/money';
import type { Scope, Units, ValueSearch, ZoneOffsets } from '#core/analytics/reading';

/** The numbers that the event store counts. All others are made of them. */
export const countedNumbers = [
  ...(['clicks', 'botClicks', 'uniqueVisitors', 'conversions', 'refunds'] as const),
  ...(['revenue', 'profit'] as const),
] as const;
type OwnCounted = (typeof countedNumbers)[number];
/** Money of a further currency: `revenueEUR`. */
type OtherMoney = `${'revenue' | 'profit'}${Currency}`;
export type Counted = OwnCounted | OtherMoney;

/** Money in cents of the question's currency, or of the row's where rows are by currency. */
export type Counts = Readonly<Record<OwnCounted, number> & Partial<Record<OtherMoney, number>>>;

/** What rows are grouped by. `label` stands for the tag or the folder of the link. */
export type Grouping = ClickProperty | ConversionProperty | 'label';

/** The links of an account by their label. */
export type LabelledLinks = {
  /** The label's names; a link's label is a place in it, from 1. */
  readonly names: readonly string[];
  /**
   * Pairs of a link and a label, separated by commas: the id as 32 hexadecimal digits, and then the
   * place. A text, because it is passed from one store to the other.
   */
  readonly pairs: string;
};

/** What rows are sorted by: a number, a ratio of two, or a key. */
export type SortKey =
  | OwnCounted
  | 'conversionRate'
  | 'earningsPerClick'
  | 'percentage'
  | { readonly key: 'time' | Grouping };

export type Sorting = { readonly by: SortKey; readonly isFalling: boolean };

/** A row's place: its numbers or keys in the order of the sorting, and then all of its keys. */
export type QueryPlace = {
  readonly sorted: readonly (number | string)[];
  readonly unit: number;
  readonly keys: readonly string[];
};

/** What the event store is asked. */
export type QueryAsked = {
  readonly scope: Scope;
  readonly groupings: readonly Grouping[];
  /** With a grouping by label. */
  readonly labels: LabelledLinks | null;
  readonly span: Units;
  /** `places`: the unit of the span with which each unit is compared, or −1. */
  readonly compared: (Units & { readonly places: readonly number[] }) | null;
  /** Whether rows are by unit; alone, units without events are rows too. */
  readonly isByTime: boolean;
  /** The units are those of a cycle on the clocks of a zone. */
  readonly cycle: {
    readonly unit: TimeCycle;
    readonly asked: ZoneOffsets;
    readonly compared: ZoneOffsets | null;
  } | null;
  readonly counted: readonly Counted[];
  readonly currency: string;
  readonly otherCurrencies: readonly Currency[];
  /** Whether rows have their share of all clicks. */
  readonly hasShares: boolean;
  /** What is done about expired months: their daily counts are added, or they are left out. */
  readonly archive: 'none' | 'counted' | 'left out';
  readonly search: ValueSearch | null;
  /** Ties are broken by the keys, rising. */
  readonly sorting: readonly Sorting[];
  readonly after: QueryPlace | null;
  readonly limit: number;
};

export type QueryRow = {
  /** The place of the row's unit; 0 when rows are not by time. */
  readonly unit: number;
  /** The name of each grouping. */
  readonly values: readonly string[];
  readonly counts: Counts;
  /** Zeros when nothing is compared. */
  readonly compared: Counts;
  /** The share of all clicks in tenths of a percent. */
  readonly tenths: number;
  readonly place: QueryPlace;
};

export type QueryReading = {
  readonly rows: readonly QueryRow[];
  /** The rows of all pages. */
  readonly count: number;
  readonly totals: Counts;
  readonly comparedTotals: Counts;
};
