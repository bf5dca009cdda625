import { type SplitTest as ShownTest } from '#contract/split-tests/split-tests';
import { type SplitLetter, splitLetters } from '#contract/split-tests/split-words';
import type { Currency } from '#contract/money';
import { moneyByCurrency } from '#core/analytics/money';
import { sharedCosts } from '#core/analytics/report/shared-costs';
import { utcDay } from '#core/shared/time';
import { dayAt, dayText } from './counts.ts';
import { sum } from './evidence.ts';
import type { Judgement } from './judge.ts';
import { plannedOf } from './pace.ts';
import type {
  DestinationTotals,
  JudgedTest,
  SplitTest,
  SplitTestPorts,
  SplitTotals,
} from './ports.ts';
import { noVerdict, type Sentence, sentenceOf, toldOf } from './sentence.ts';

/** What is said of a test before its first judgement. */
const waiting = {
  lead: 'Not judged yet:',
  rest: 'the first judgement comes after midnight (UTC).',
};

/** The letter of a destination that counts from 0; null stays null. */
function letter(destination: number | null): SplitLetter | null {
  return destination === null ? null : (splitLetters[destination] ?? null);
}

/** What is known of a test, in words. */
export type Said = {
  readonly state: ShownTest['state'];
  readonly sentence: Sentence;
  readonly winner: SplitLetter | null;
};

/** What the last judgement says of a test, and the destination that its verdict named. */
export function saidOf({
  lastJudgement: last,
  verdict,
  isSticky,
  ...test
}: Omit<JudgedTest, 'linkId'>): Said {
  const winner = letter(verdict?.winner.destination ?? null);
  if (last !== null) {
    return { state: last.state.kind, sentence: sentenceOf(last, toldOf(test)), winner };
  }
  return isSticky
    ? { state: 'no_verdict', sentence: noVerdict, winner }
    : { state: 'waiting', sentence: waiting, winner };
}

/** A test as its owner sees it, with its numbers over its whole time. */
export async function shown(
  ports: Pick<SplitTestPorts, 'analytics' | 'events' | 'tests' | 'clock'>,
  test: SplitTest,
): Promise<ShownTest> {
  const [totals, evidence] = await Promise.all([
    ports.events.totals(test, test.endedAt),
    ports.tests.evidence(test.id),
  ]);
  const { lastJudgement: last } = test;
  const { state, sentence } = saidOf({ ...test, destinations: test.destinations.length });
  const today = dayAt(ports.clock.now());
  const urls = (place: number) => test.destinations[place]?.addresses ?? [];
  const numbers = (found: DestinationTotals | undefined) => numbersOf(found, test.currency);
  return {
    id: test.id,
    linkId: test.linkId,
    isRunning: test.endedAt === null,
    goal: test.goal,
    currency: test.currency,
    mode: test.mode,
    isShuffled: test.isShuffled,
    isSticky: test.isSticky,
    windowDays: test.window,
    beganAt: test.beganAt,
    endedAt: test.endedAt,
    endsOn: test.endsOn === null ? null : dayText(test.endsOn),
    sentTo: letter(test.sentTo),
    state,
    sentence,
    judgedOn: last && dayText(last.day),
    verdict: test.verdict && {
      letter: splitLetters[test.verdict.winner.destination] ?? 'A',
      on: dayText(test.verdict.day),
      visits: [...test.verdict.counts.visits],
      convertingVisits: [...test.verdict.counts.converting],
    },
    destinations: test.destinations.map(({ id, name }, place) => ({
      id,
      letter: splitLetters[place] ?? 'A',
      name,
      url: urls(place).at(-1)?.url ?? '',
      addresses: [...urls(place)],
      ...slotsOf(test, place, today),
      ...numbers(totals.destinations.get(place)),
      fromLeader: last === null ? null : fromLeader(last, place),
      state: last && placeState(last, place),
    })),
    notAssigned: numbers(totals.notAssigned),
    composition: compositionOf(last),
    costs: await costsOf(ports, test, totals),
    counted: countedBy(last),
    visitsToCome: visitsToCome(test),
    planned: await plannedOf(ports, test, totals),
    losesClickIds: letter(last?.losesClickIds ?? null),
    evidence: evidence.map(({ day, logEvidence, bar }) => ({
      day: dayText(day),
      levels: logEvidence.map((log) => log / Math.log(bar)),
    })),
  };
}

/** The visits after which a running test may be decided, where that is known. */
function visitsToCome({ lastJudgement, endedAt }: SplitTest): number | null {
  const state = lastJudgement?.state;
  return state?.kind === 'leading' && endedAt === null ? Math.round(state.visits) : null;
}

async function costsOf(
  { analytics, clock }: Pick<SplitTestPorts, 'analytics' | 'clock'>,
  { userId, linkId, beganAt, endedAt, destinations }: SplitTest,
  totals: SplitTotals,
): Promise<ShownTest['costs']> {
  const part = (found: DestinationTotals | undefined) => ({
    clicks: found?.visits ?? 0,
    money: found?.money ?? [],
  });
  const period = {
    from: utcDay(beganAt.getTime()),
    to: utcDay(endedAt?.getTime() ?? clock.now()),
    timeZone: 'UTC',
  };
  const parts = destinations.map((_, place) => part(totals.destinations.get(place)));
  const shared = await sharedCosts(
    analytics,
    { userId, linkId },
    { period, parts: [...parts, part(totals.notAssigned)] },
  );
  return shared.flatMap((numbers) => {
    const notAssigned = numbers.at(-1);
    return notAssigned
      ? [{ currency: notAssigned.currency, destinations: numbers.slice(0, -1), notAssigned }]
      : [];
  });
}

function slotsOf({ shares }: Pick<SplitTest, 'shares'>, place: number, today: number) {
  const slots = shares.findLast(({ fromDay }) => fromDay <= today)?.slots[place] ?? 0;
  return { slots, slotsTomorrow: shares.at(-1)?.slots[place] ?? 0 };
}

/** The numbers of a destination, with the revenue of `currency` apart from others. */
export function numbersOf(found: DestinationTotals | undefined, currency: Currency) {
  const money = moneyByCurrency(found?.money ?? []);
  return {
    visits: found?.visits ?? 0,
    convertingVisits: found?.convertingVisits ?? 0,
    conversions: sum(money.map(({ conversions }) => conversions)),
    revenue: money.find((entry) => entry.currency === currency)?.revenueCents ?? 0,
    otherCurrencies: money
      .filter((entry) => entry.currency !== currency)
      .map(({ revenueCents, profitCents, ...entry }) => ({
        ...entry,
        revenue: revenueCents,
        profit: profitCents,
      })),
  };
}

function compositionOf(last: Judgement | null): ShownTest['composition'] {
  const composition =
    last?.state.kind === 'untrusted' && 'composition' in last.state && last.state.composition;
  return composition
    ? composition.map(({ category, visits, of }) => ({
        category,
        visits: [...visits],
        of: [...of],
      }))
    : null;
}

function countedBy(last: Judgement | null) {
  return {
    visits: sum(last?.settled.visits ?? []),
    convertingVisits: sum(last?.settled.converting ?? []),
  };
}

function fromLeader({ fromLeader: compared }: Judgement, place: number) {
  const found = compared[place];
  return found ? { low: found.low, high: found.high, likely: found.cautious } : null;
}

function placeState({ state, leader, behind }: Judgement, place: number) {
  if (state.kind === 'winner' && state.destination === place) return 'wins';
  if (behind.includes(place)) return 'behind';
  return state.kind === 'leading' && leader === place ? 'leads' : null;
}
