import type { Cost, NewCost } from '#contract/analytics/costs';
import type { OwnLinks } from '#core/links/own-link';
import type { LabelFilter } from '#core/links/labels';
import type { Link } from '#core/links/link';
import type { AccountList } from '#core/shared/account-list';
import type { Paging } from '#core/shared/page';
import type { Clock } from '#core/shared/time';
import type { TwoPeriods } from './change.ts';
import type {
  ReadingRequest,
  ClicksQuestion,
  ConversionReading,
  CostedReading,
  LinkSet,
  Periods,
  Reading,
  RecentClick,
  Scope,
  SplitTest,
  TrackingLinks,
  VariantReading,
} from './reading.ts';
import type { ConversionPosition } from '#core/conversions/conversion';
import type { LinkLabel } from '#contract/analytics/query-words';
import type { LabelledLinks, QueryAsked, QueryReading } from './query/reading.ts';
import type { WriteParquet } from './report/export-table.ts';

/** Numbers from the event store. Everything fails when it is away or does not answer in time. */
export type Reports = {
  /**
   * Counts everything that is asked for. Clicks belong to the unit in which they happened, and
   * conversions with their money to the unit in which they were converted.
   *
   * Filters narrow conversions by their own columns where they have them: link, country, city,
   * device, referrer and variant. The others (browser, operating system, channel, entry, rule, UTM
   * fields) are read from the click that got the credit. Where the click is not known, a conversion
   * counts as 'Not matched to a click', in the lists as well as in the filters. The filter of the class does not narrow conversions when it admits human clicks;
   * otherwise only conversions whose click is of the class remain.
   *
   * The answer depends on the arguments alone, so an implementation may count in a different way for
   * each question.
   */
  read(scope: Scope, asked: ReadingRequest): Promise<Reading>;
  /**
   * Answers all questions from one reading. Conversions are credited as in `read`: a conversion
   * without a value has the name 'Not matched to a click'.
   */
  query(questions: readonly QueryAsked[]): Promise<readonly QueryReading[]>;
  /**
   * When the account's first event happened, or the first of these links, in epoch milliseconds: a
   * click that is kept with its details, or a conversion. Null when there is none.
   */
  firstEventMs(userId: string, linkIds: readonly string[]): Promise<number | null>;
  /** The expired months of which only daily counts of the account's clicks remain, as 202411. */
  archivedMonths(userId: string): Promise<readonly number[]>;
  /** One page of the conversions of a range, and their sums. */
  conversions(
    scope: Scope,
    asked: Pick<ReadingRequest, 'period'> & {
      readonly paging: Paging<ConversionPosition>;
      readonly tracking: LinkSet;
    },
  ): Promise<ConversionReading>;
  /**
   * Counts the clicks of one version of a link's test, and all conversions of
   * the link by the variant that led to them. A conversion with a known variant but no other click
   * data counts for that version.
   */
  variants(
    test: { readonly userId: string; readonly linkId: string; readonly version: number },
    period: ReadingRequest['period'],
  ): Promise<readonly VariantReading[]>;
  /**
   * The clicks of these links and campaigns that pass the filters, by unit, and their revenue in one
   * currency, credited as in `read`. Where nobody asks for an event's link or campaign, it is null.
   */
  costed(
    scope: Scope,
    asked: Pick<ReadingRequest, 'period'> & {
      readonly links: readonly string[];
      readonly campaigns: readonly string[];
      readonly currency: string;
    },
  ): Promise<CostedReading>;
  /** At most `limit` clicks of the account's link, newest first, after the position. */
  recentClicks(userId: string, question: ClicksQuestion): Promise<readonly RecentClick[]>;
  writeParquet: WriteParquet;
};

/** A search finds at most this many links: as many as one statement takes. */
export const mostFoundLinks = 3000;

/** The links that reports show and filter by. */
export type ReportedLinks = OwnLinks & {
  /**
   * How many links the account has (1 when one link is asked for), and how many of them were
   * created in each period; null when the requested link is missing or belongs to another
   * account.
   */
  count(
    scope: { readonly userId: string; readonly linkId: string | null },
    periods: Periods,
  ): Promise<({ readonly total: number } & TwoPeriods) | null>;
  /**
   * The account's links that track conversions. With `linkId`: that link alone, whether or not it
   * tracks; null when it does not belong to the account.
   */
  tracking(scope: {
    readonly userId: string;
    readonly linkId: string | null;
  }): Promise<TrackingLinks | null>;
  /** The account's links with these ids, by id. */
  named(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  /**
   * The account's links with these labels. The result lists the ids of these links or of all other
   * links, whichever list is shorter; null when both lists are longer than `most`.
   */
  having(userId: string, labels: LabelFilter, most: number): Promise<LinkSet | null>;
  /**
   * The account's links by their tags, or by their folders; null when more than `most` links have
   * labels, tags counted once each.
   */
  labelled(userId: string, label: LinkLabel, most: number): Promise<LabelledLinks | null>;
  /**
   * The ids of the account's links whose title, addresses, code, alias, notes or tags contain the
   * text, without case; newest first, at most `mostFoundLinks`.
   */
  containing(userId: string, text: string): Promise<readonly string[]>;
  /**
   * The running test of the account's link; null when it runs none, or when the link is not the
   * account's.
   */
  runningTest(userId: string, linkId: string): Promise<SplitTest | null>;
};

/** A short address as costs name a link by it. */
export type LinkName = {
  /** Null: the instance's own short host. */
  readonly host: string | null;
  readonly name: string;
};

/** The costs of accounts. Whose links they are for is checked before. */
export type Costs = AccountList<Cost> & {
  /**
   * Stores all of them, or none. Refuses `conflict` when the account would have too many. `firstId`: the
   * id of the first one; when the account has a cost with this id, stores nothing.
   */
  addAll(userId: string, costs: readonly NewCost[], firstId: string | null): Promise<unknown>;
  /** The ids of the account's links that have these names, in their order; null: there is none. */
  linksNamed(userId: string, names: readonly LinkName[]): Promise<readonly (string | null)[]>;
};

/** What the use cases of analytics take. */
export type AnalyticsPorts = {
  readonly clock: Clock;
  readonly links: ReportedLinks;
  readonly erasures: {
    /** The account's deleted links whose events may still be in the event store. */
    pendingLinkIds(userId: string): Promise<readonly string[]>;
  };
  readonly reports: Reports;
  readonly costs: Costs;
};
