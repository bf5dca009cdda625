import type { Currency } from '#contract/money';
import type { ShareMode, SplitGoal } from '#contract/split-tests/split-words';
import type { NamedLink } from '#core/links/link-cache';
import type { LabelPorts, LinkPorts } from '#core/links/ports';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Notices } from '#core/notices/ports';
import type { User } from '#core/accounts/user';
import type { NewId } from '#core/shared/ids';
import type { Paged, Paging } from '#core/shared/page';
import type { Clock } from '#core/shared/time';
import type { CategoryCounts } from './checks.ts';
import type { DayCounts, Delays, Shares, Window } from './counts.ts';
import type { Judgement, Verdict } from './judge.ts';
import type { Random } from './shares.ts';

/** A split test as it is stored. Days are UTC days since 1970-01-01, destinations count from 0. */
export type SplitTest = {
  readonly id: string;
  readonly userId: string;
  readonly linkId: string;
  /** The `split_version` of the test's clicks and conversions. */
  readonly version: number;
  readonly goal: SplitGoal;
  /** Of the revenue that the test shows. */
  readonly currency: Currency;
  /** Null until the first judgement chooses it. */
  readonly window: Window | null;
  readonly mode: ShareMode;
  readonly isShuffled: boolean;
  /** A person who comes again gets the same destination. */
  readonly isSticky: boolean;
  readonly endsOn: number | null;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  /** The destination that everybody was sent to at the end. */
  readonly sentTo: number | null;
  /** The link's own destination before that. */
  readonly formerUrl: string | null;
  readonly capCents: number | null;
  readonly capFromDay: number | null;
  readonly verdict: Verdict | null;
  /** In order; each has had at least one address, the last one is in use. */
  readonly destinations: readonly SplitDestination[];
  /** Planned shares, earliest first. The first one begins with the test. */
  readonly shares: readonly Shares[];
  readonly lastJudgement: Judgement | null;
};

export type SplitDestination = {
  readonly id: string;
  readonly name: string | null;
  readonly addresses: readonly { readonly url: string; readonly since: Date }[];
};

/** What a test's sentence is made from. */
export type JudgedTest = Pick<
  SplitTest,
  'linkId' | 'goal' | 'mode' | 'isSticky' | 'verdict' | 'lastJudgement' | 'endedAt'
> & { readonly destinations: number };

/** The part of a test's list. */
export type ListedTest = JudgedTest &
  Pick<SplitTest, 'id' | 'beganAt' | 'endedAt'> & {
    /** For `urlOfName`. */
    readonly linkName: string;
    readonly linkTitle: string | null;
  };

/** A place in the account's list. */
export type ListedPosition = {
  readonly isRunning: boolean;
  /** When the test began. */
  readonly atMs: number;
  readonly id: string;
};

/** The owner of a test, as mails need them. */
export type TestReader = Pick<User, 'email' | 'firstName' | 'verified'> & {
  /** Whether they want mails, and their address is proven. */
  readonly isMailed: boolean;
  readonly linkName: string;
};

/** What an owner or a job changes of a test. Absent fields stay. */
export type SplitTestChange = {
  readonly goal?: SplitGoal;
  readonly currency?: Currency;
  readonly mode?: ShareMode;
  readonly isShuffled?: boolean;
  readonly isSticky?: boolean;
  readonly window?: Window;
  readonly endsOn?: number | null;
  readonly names?: readonly (string | null)[];
  /** New shares. Those of the same day are replaced. */
  readonly shares?: Shares;
};

/** The split tests of all links. A link's own row begins and ends them. */
export type SplitTests = {
  /** The account's test; null when there is none. */
  find(userId: string, testId: string): Promise<SplitTest | null>;
  /** The tests of the owner's link by their versions, newest first: a running one is the newest. */
  ofLink(
    userId: string,
    linkId: string,
    paging: Paging<number>,
  ): Promise<Paged<SplitTest, number> & { readonly count: number }>;
  /** The tests of the account, running ones first, then the newest. */
  ofAccount(
    userId: string,
    paging: Paging<ListedPosition>,
  ): Promise<Paged<ListedTest, ListedPosition>>;
  /** Of each of the owner's links that has had a test: the running one, else the last one. */
  latest(userId: string, linkIds: readonly string[]): Promise<readonly JudgedTest[]>;
  /** The evidence of each judged day, earliest first. */
  evidence(testId: string): Promise<readonly Pick<Judgement, 'day' | 'logEvidence' | 'bar'>[]>;
  /**
   * Changes the owner's test, and how its link shares its visits, in one transaction. False: there
   * is no such test; it has ended, and more than names was to change; or it has been judged, and its time
   * to convert was to change.
   */
  change(test: Pick<SplitTest, 'id' | 'userId'>, change: SplitTestChange): Promise<boolean>;
  /** Adds shares to a test that runs in automatic mode and has none of their day; else to none. */
  plan(test: Pick<SplitTest, 'id' | 'userId'>, shares: Shares): Promise<void>;
  /** Begins a new test of the running one's link with the same destinations. False: it has ended. */
  beginAnew(test: Pick<SplitTest, 'id' | 'userId'>, change: SplitTestChange): Promise<boolean>;
  /**
   * Ends a running test, and changes its link, in one transaction: everybody goes to the destination,
   * or to the link's own when null. Null: the test has ended, or its link is gone.
   */
  end(test: SplitTest, destination: number | null, at: Date): Promise<NamedLink | null>;
  /** Null when the account or the link is gone. */
  reader(test: Pick<SplitTest, 'userId' | 'linkId'>): Promise<TestReader | null>;
  /** Tests without a judgement on or after the day that run, or that ended on `endedSince` or later. */
  unjudged(day: number, endedSince: number, most: number): Promise<readonly SplitTest[]>;
  /** Running tests in automatic mode without shares of the day. */
  withoutShares(day: number, most: number): Promise<readonly SplitTest[]>;
  /** Running tests whose last day is before the day. */
  overdue(day: number, most: number): Promise<readonly SplitTest[]>;
  /**
   * Stores the judgement of its day, with what the test keeps of it, while the test has the same time to
   * convert as when it was read.
   */
  judged(
    test: Pick<SplitTest, 'id' | 'window' | 'capCents' | 'capFromDay'>,
    judgement: Judgement,
  ): Promise<void>;
};

/** A test as the event store counts it. */
export type CountedTest = Pick<
  SplitTest,
  'userId' | 'linkId' | 'version' | 'goal' | 'currency' | 'beganAt'
>;

/** Human visits, and those of them with a conversion of the goal. */
export type Converted = { readonly visits: number; readonly converting: number };

/** The events of split tests. */
export type SplitEvents = {
  /** All counts of the test by UTC day of the click and destination. */
  days(test: CountedTest): Promise<readonly DayCounts[]>;
  /** By visit with revenue in the test's currency: its day, its destination, and the cents. */
  amounts(test: CountedTest): Promise<readonly VisitAmount[]>;
  /** The cents of the link's last 200 orders before the time, newest first. */
  ordersBefore(test: CountedTest, before: Date): Promise<readonly number[]>;
  /** Human visits since the day, by category. */
  composition(test: CountedTest, sinceDay: number): Promise<readonly CategoryCounts[]>;
  /** How soon the account's conversions of the goal were received, in the 180 days before it. */
  delays(test: CountedTest): Promise<Delays>;
  /**
   * The visits since then: of the link, with the time of the first one in epoch milliseconds (null:
   * none), and of all the account's links on which a visit has converted.
   */
  pace(
    asked: Omit<CountedTest, 'version' | 'beganAt'>,
    since: Date,
  ): Promise<{
    readonly firstAtMs: number | null;
    readonly link: Converted;
    readonly account: Converted;
  }>;
  /** What happened in the whole test, by destination, and what no destination can be given. */
  totals(test: CountedTest, until: Date | null): Promise<SplitTotals>;
};

/** The revenue of one visit, received within 1, 3, 7, 14 and 30 days, in cents. */
export type VisitAmount = {
  readonly day: number;
  readonly destination: number;
  /** When its first order was received: epoch milliseconds. */
  readonly receivedAtMs: number;
  readonly within: readonly number[];
};

/** The numbers of a destination over the whole test. */
export type DestinationTotals = {
  readonly visits: number;
  readonly convertingVisits: number;
  readonly money: readonly {
    readonly currency: string;
    readonly conversions: number;
    readonly revenueCents: number;
    readonly profitCents: number;
  }[];
};

export type SplitTotals = {
  /** By destination; absent without events. */
  readonly destinations: ReadonlyMap<number, DestinationTotals>;
  readonly notAssigned: DestinationTotals;
};

/** What the use cases of split tests take. */
export type SplitTestPorts = {
  readonly tests: SplitTests;
  readonly events: SplitEvents;
  readonly links: Omit<LinkPorts, keyof LabelPorts>;
  readonly analytics: AnalyticsPorts;
  readonly clock: Clock;
  /** The address of short links. */
  readonly shortUrl: string;
};

/** What the jobs of split tests take. */
export type SplitJobPorts = Pick<SplitTestPorts, 'tests' | 'events' | 'clock'> & {
  readonly random: Random;
  /** How many instances redirected at some time since then. */
  instancesSince(since: Date): Promise<number>;
  readonly notices: Pick<Notices, 'add'>;
  readonly newId: NewId;
  /** The application's public address, and the address of short links. */
  readonly appUrl: string;
  readonly shortUrl: string;
};
