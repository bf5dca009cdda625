import { splitWindows } from '#contract/split-tests/split-words';
import { runAll } from '#core/shared/run-all';
import { hourMs, minuteMs } from '#core/shared/time';
import {
  dayAt,
  type DayCounts,
  firstWindow,
  lastSettledDay,
  receivedCounts,
  type Shares,
  type Window,
} from './counts.ts';
import { type Evidence, judge, type Judgement, type RevenueEvidence } from './judge.ts';
import type { SplitEvents, SplitJobPorts, SplitTest, VisitAmount } from './ports.ts';
import { capOf } from './revenue.ts';
import { automaticSlots } from './shares.ts';
import { tellOwner } from './tell-owner.ts';

/** Tests that one run of a job looks at. */
const mostTests = 50;
/** After midnight, the last visits of the day may still be on their way to the store. */
const restMs = 10 * minuteMs;
/** An ended test is judged until its last visits have had their time to convert. */
const endedDays = 31;

/**
 * Judges each test once a UTC day, one after the other: their queries are heavy. A late run loses
 * nothing, because only settled days count. A failed test does not stop the others; throws the first
 * failure at the end.
 */
export async function judgeSplitTests(ports: SplitJobPorts): Promise<void> {
  const today = dayAt(ports.clock.now() - restMs);
  const tests = await ports.tests.unjudged(today, today - endedDays, mostTests);
  await runAll(tests, async (test) => {
    const instances = await ports.instancesSince(test.beganAt);
    const judged = await judgedTest(ports.events, test, { today, instances });
    await tellOwner(ports, judged.test, judged.judgement);
    await ports.tests.judged(judged.test, judged.judgement);
  });
}

/** The judgement of a test on a UTC day, with the bound of its revenue. */
export async function judgedTest(
  events: SplitEvents,
  stored: SplitTest,
  { today, instances }: { readonly today: number; readonly instances: number },
): Promise<{ readonly test: SplitTest; readonly judgement: Judgement }> {
  const days = await events.days(stored);
  const beganOn = Math.min(...days.map(({ day }) => day), today);
  const window = stored.window ?? firstWindow(stored.goal, await events.delays(stored));
  const amounts = stored.goal === 'revenue' ? await events.amounts(stored) : null;
  const test = amounts === null ? stored : await bounded(events, stored, amounts);
  const shares = sharesFrom(test.shares, beganOn);
  const current = shares.filter(({ fromDay }) => fromDay <= today);
  const since = current.at(-1);
  const composition =
    since === undefined || since.isAutomatic || test.isSticky
      ? []
      : await events.composition(test, since.fromDay);
  const counted = countedDays(days, test.capFromDay);
  const evidence: Evidence = {
    destinations: test.destinations.length,
    today,
    beganOn,
    window,
    shares: current,
    days: counted,
    composition: composition.map(({ category, visits, of }) => ({
      category,
      visits: visits.slice(0, test.destinations.length),
      of: of.slice(0, test.destinations.length),
    })),
    isSticky: test.isSticky,
    instances,
    revenue: amounts && revenueOf(test, amounts, { shares: current, today }),
    verdict: test.verdict,
    withdrawnOn: test.lastJudgement?.withdrawnOn ?? null,
  };
  return { test, judgement: judge(evidence) };
}

/** Visits may be older than what is known of the first shares. */
function sharesFrom(shares: readonly Shares[], beganOn: number): readonly Shares[] {
  return shares.map((share, at) =>
    at === 0 ? { ...share, fromDay: Math.min(share.fromDay, beganOn) } : share,
  );
}

/** Until an amount is bounded, days do not count for revenue. */
function countedDays(days: readonly DayCounts[], fromDay: number | null): readonly DayCounts[] {
  return fromDay === null ? days : days.filter(({ day }) => day >= fromDay);
}

const leastOrders = 50;
const lastOrders = 200;

/**
 * The test with the bound of a visit's revenue: from the link's last 200 orders before the test, else
 * from its first 50 orders, and then only later days count.
 */
async function bounded(
  events: SplitEvents,
  test: SplitTest,
  amounts: readonly VisitAmount[],
): Promise<SplitTest> {
  if (test.capCents !== null) return test;
  const before = await events.ordersBefore(test, test.beganAt);
  if (before.length >= lastOrders) return { ...test, capCents: capOf(before) };
  const first = amounts.slice(0, leastOrders);
  const last = first.at(leastOrders - 1);
  if (last === undefined) return test;
  const cents = first.map(({ within }) => within.at(-1) ?? 0);
  return { ...test, capCents: capOf(cents), capFromDay: dayAt(last.receivedAtMs) + 1 };
}

function revenueOf(
  { capCents, capFromDay, destinations }: SplitTest,
  amounts: readonly VisitAmount[],
  { shares, today }: { readonly shares: readonly Shares[]; readonly today: number },
): RevenueEvidence {
  return {
    capCents,
    amountsWithin: (window: Window) =>
      shares.map(({ fromDay }, period) => {
        const first = Math.max(fromDay, capFromDay ?? fromDay);
        const last = Math.min(lastSettledDay(today, window), nextDay(shares, period) - 1);
        return destinations.map((_, place) =>
          amounts
            .filter(({ day, destination }) => destination === place && day >= first && day <= last)
            .map(({ within }) => within[splitWindows.indexOf(window)] ?? 0),
        );
      }),
  };
}

function nextDay(shares: readonly Shares[], period: number): number {
  return shares[period + 1]?.fromDay ?? Infinity;
}

/** How long before midnight (UTC) the next day's shares are planned. */
const planMs = hourMs;

/**
 * Plans the next UTC day of tests in automatic mode, before it begins, so that all instances begin it
 * at the same time. Without a plan the shares of the day before go on. A failed test does not stop the
 * others; throws the first failure at the end.
 */
export async function planAutomaticShares({
  tests,
  events,
  clock,
  random,
}: Pick<SplitJobPorts, 'tests' | 'events' | 'clock' | 'random'>): Promise<void> {
  const tomorrow = dayAt(clock.now()) + 1;
  if (dayAt(clock.now() + planMs) < tomorrow) return;
  await runAll(await tests.withoutShares(tomorrow, mostTests), async (test) => {
    const counts = receivedCounts(await events.days(test), test.destinations.length);
    const last = test.shares.at(-1)?.slots ?? [];
    const paused = last.flatMap((slots, place) => (slots === 0 ? [place] : []));
    const winner = test.verdict?.winner.destination ?? null;
    const slots = automaticSlots(counts, random, { winner, paused });
    await tests.plan(test, { fromDay: tomorrow, slots, isAutomatic: true });
  });
}

/**
 * Ends tests after their last day: with a winner everybody goes there. A failed test does not stop the
 * others; throws the first failure at the end.
 */
export async function endOverdueTests(
  ports: Pick<SplitJobPorts, 'tests' | 'clock'>,
): Promise<void> {
  const nowMs = ports.clock.now();
  await runAll(await ports.tests.overdue(dayAt(nowMs), mostTests), async (test) => {
    await ports.tests.end(test, test.verdict?.winner.destination ?? null, new Date(nowMs));
  });
}
