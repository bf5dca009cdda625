import type { CategoryCounts } from './checks.ts';
import {
  type DayCounts,
  isEvenThroughout,
  lastSettledDay,
  pooled,
  raisedWindow,
  settledPeriods,
  type Shares,
  type Window,
} from './counts.ts';
import {
  behindBar,
  cautiousRatio,
  logEvidenceTable,
  pairPeriods,
  type PeriodCounts,
  ratioInterval,
  sum,
  winnerOf,
  winningBar,
} from './evidence.ts';
import { logRevenueEvidence, type PairAmounts } from './revenue.ts';
import { type Facts, leaderOf, leastReported, type State, stateOf, type Winner } from './state.ts';

/** What a judgement of a test reads. Days are UTC days since 1970-01-01. */
export type Evidence = {
  readonly destinations: number;
  /** The UTC day on which a judgement is made: visits of earlier days are looked at. */
  readonly today: number;
  readonly beganOn: number;
  readonly window: Window;
  readonly shares: readonly Shares[];
  readonly days: readonly DayCounts[];
  /** Categories of the visits since the shares were last changed; none in automatic mode. */
  readonly composition: readonly CategoryCounts[];
  /**
   * People who come again get the same destination. Their visits depend on each other, and the
   * evidence is proven for visits that do not: so there is none.
   */
  readonly isSticky: boolean;
  /** How many instances of Waypost may have redirected visits of the test. */
  readonly instances: number;
  /** Null: the goal is a conversion. */
  readonly revenue: RevenueEvidence | null;
  /** The verdict that an earlier judgement gave. */
  readonly verdict: Verdict | null;
  /** The day on which an earlier judgement withdrew a verdict; null after another one. */
  readonly withdrawnOn: number | null;
};

/** The amounts of settled visits: null while too few orders are known to bound them. */
export type RevenueEvidence = {
  readonly capCents: number | null;
  /** By period, then by destination: the cents of each visit with revenue, within the window. */
  amountsWithin(window: Window): readonly (readonly (readonly number[])[])[];
};

/** A winner, as it was named. What it says stays as on that day. */
export type Verdict = {
  readonly winner: Winner;
  readonly day: number;
  readonly window: Window;
  /** The settled counts by destination on that day. */
  readonly counts: PeriodCounts;
  /** The logarithms of its evidence against each destination; 0 against itself. */
  readonly logEvidence: readonly number[];
  readonly bar: number;
  /** What the verdict was last checked against: it stays as long as these counts stay. */
  readonly basis: Basis;
};

/** The converting visits, by destination, that were settled on a day. */
type Basis = {
  readonly day: number;
  readonly window: Window;
  readonly converting: readonly number[];
};

export type Judgement = {
  readonly day: number;
  readonly window: Window;
  readonly state: State;
  readonly verdict: Verdict | null;
  /**
   * The day on which a verdict was withdrawn, because the window rose or conversions were edited; null
   * when there was none, and after another one.
   */
  readonly withdrawnOn: number | null;
  /** The settled counts by destination. */
  readonly settled: PeriodCounts;
  /**
   * The destination with the highest settled rate; null when several have it, for revenue, and in a
   * sticky test.
   */
  readonly leader: number | null;
  /** Each destination's rate divided by the leader's; null for the leader, and without one. */
  readonly fromLeader: readonly (Comparison | null)[];
  /** Destinations that are clearly behind another. */
  readonly behind: readonly number[];
  /** The least logarithm of evidence of each destination against another; `bar` names a winner. */
  readonly logEvidence: readonly number[];
  readonly bar: number;
  /** A destination whose conversions mostly came without the click id that others report. */
  readonly losesClickIds: number | null;
};

export type Comparison = {
  readonly low: number;
  /** Null when nothing bounds it. */
  readonly high: number | null;
  readonly cautious: number;
};

/** Judges the settled days of a test. Reading the result changes nothing: judge once a UTC day. */
export function judge(test: Evidence): Judgement {
  const { destinations, today } = test;
  const window = raisedWindow(
    test.window,
    test.days.filter(({ day }) => day < today),
  );
  const periods = settledPeriods(test.days, { ...test, window });
  const settled = pooled(periods, destinations);
  const isEven = isEvenThroughout(test.shares) && test.revenue === null;
  const bar = winningBar(destinations, isEven);
  const table = tableOf(test, { window, periods });
  const leader = test.revenue === null && !test.isSticky ? leaderOf(settled, isEven) : null;
  const facts: Facts = { test, window, periods, settled, isEven, bar, table, leader };
  const state = stateOf(facts);
  const verdict = verdictAfter(facts, state);

  return {
    day: today,
    window,
    state: verdict.kept === null || state.kind === 'untrusted' ? state : verdict.kept.winner,
    verdict: verdict.kept,
    withdrawnOn: verdict.withdrawnOn,
    settled,
    leader,
    fromLeader: settled.visits.map((_, place) => compared(facts, place)),
    behind: behindIn(table),
    logEvidence: table.map((row, own) => Math.min(...row.filter((_, other) => other !== own))),
    bar,
    losesClickIds: withoutClickIds(test),
  };
}

function compared({ periods, bar, leader, test }: Facts, place: number): Comparison | null {
  if (leader === null || leader === place || test.revenue !== null) return null;
  const pair = pairPeriods(periods, place, leader);
  const { low, high } = ratioInterval(pair, bar);
  return { low, high: Number.isFinite(high) ? high : null, cautious: cautiousRatio(pair) };
}

function behindIn(table: readonly (readonly number[])[]): readonly number[] {
  const bar = Math.log(behindBar(table.length));
  return table
    .map((_, place) => place)
    .filter((place) => table.some((row) => (row[place] ?? 0) >= bar));
}

/** The logarithms of the evidence of each destination against each other. */
function tableOf(
  { destinations, isSticky, revenue }: Evidence,
  counted: Pick<Facts, 'window' | 'periods'>,
): readonly (readonly number[])[] {
  const places = Array.from({ length: destinations }, (_, place) => place);
  if (isSticky) return places.map(() => places.map(() => 0));
  return revenue === null
    ? logEvidenceTable(counted.periods, destinations)
    : revenueTable(revenue, { ...counted, places });
}

function revenueTable(
  { capCents, amountsWithin }: RevenueEvidence,
  { window, periods, places }: Pick<Facts, 'window' | 'periods'> & { places: readonly number[] },
): readonly (readonly number[])[] {
  if (capCents === null) return places.map(() => places.map(() => 0));
  const amounts = amountsWithin(window);
  const pair = (own: number, other: number): readonly PairAmounts[] =>
    periods.flatMap(({ visits }, period) => {
      const [ownVisits, otherVisits] = [visits[own] ?? 0, visits[other] ?? 0];
      if (ownVisits === 0 || otherVisits === 0) return [];
      return {
        share: ownVisits / (ownVisits + otherVisits),
        own: amounts[period]?.[own] ?? [],
        other: amounts[period]?.[other] ?? [],
      };
    });
  return places.map((own) =>
    places.map((other) => (own === other ? 0 : logRevenueEvidence(pair(own, other), capCents))),
  );
}

/** A verdict stays, unless what it was counted from has changed and no longer reaches the bar. */
function verdictAfter(
  facts: Facts,
  state: State,
): { readonly kept: Verdict | null; readonly withdrawnOn: number | null } {
  const { test, window, table, bar } = facts;
  const { verdict } = test;
  if (verdict === null) {
    const kept = newVerdict(facts, state);
    return { kept, withdrawnOn: kept === null ? test.withdrawnOn : null };
  }
  if (window === verdict.basis.window && !isEdited(test, verdict.basis)) {
    return { kept: verdict, withdrawnOn: null };
  }
  return winnerOf(table, bar) === verdict.winner.destination
    ? { kept: { ...verdict, basis: basisOf(facts) }, withdrawnOn: null }
    : { kept: newVerdict(facts, state), withdrawnOn: test.today };
}

function newVerdict(facts: Facts, state: State): Verdict | null {
  if (state.kind !== 'winner') return null;
  const { test, window, settled, table, bar } = facts;
  const logEvidence = table[state.destination] ?? [];
  const basis = basisOf(facts);
  return { winner: state, day: test.today, window, counts: settled, logEvidence, bar, basis };
}

function basisOf({ test, window, settled }: Facts): Basis {
  return { day: test.today, window, converting: settled.converting };
}

/** Whether the days that were settled then have other counts today. */
function isEdited(test: Evidence, { day, window, converting }: Basis): boolean {
  const shares = test.shares.filter(({ fromDay }) => fromDay <= lastSettledDay(day, window));
  const periods = settledPeriods(test.days, { shares, window, today: day });
  const now = pooled(periods, test.destinations);
  return now.converting.some((count, place) => count !== converting[place]);
}

/** A page that loses the click id reports what was found by the visitor, and late ones not at all. */
function withoutClickIds({ days, destinations }: Evidence): number | null {
  const parts = Array.from({ length: destinations }, (_, place) => {
    const rows = days.filter(({ destination }) => destination === place);
    const received = sum(rows.map((row) => row.received));
    return { received, isInferred: 2 * sum(rows.map((row) => row.inferred)) > received };
  });
  const reporting = parts.filter(({ received }) => received >= leastReported);
  const losing = reporting.filter(({ isInferred }) => isInferred);
  const [first] = losing;
  return first !== undefined && losing.length < reporting.length ? parts.indexOf(first) : null;
}
