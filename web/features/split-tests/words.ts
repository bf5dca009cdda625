import type { SplitTestJson } from '#contract/split-tests/split-tests';
import { roundSlots, type SplitGoal, type VisitCategory } from '#contract/split-tests/split-words';
import { daysLabel } from '#web/features/address/ranges.ts';
import { counted, oneDecimal, wholeNumber } from '#web/format.ts';
import { eventName } from '#web/features/events/conversion-words.ts';
import type { SplitTest } from './split-tests.ts';

const dayMs = 86_400_000;

/** A rate in words: `4.5%`. */
export function rateWords(converting: number, visits: number): string {
  return visits === 0 ? '–' : `${oneDecimal((converting / visits) * 100)}%`;
}

/** `Mobile`: a category of visits. */
export const categoryNames: Readonly<Record<VisitCategory, string>> = {
  mobile: 'Mobile',
  desktop: 'Desktop',
  country: 'Most common country',
  noReferrer: 'No referrer',
  firstOfDay: 'First visit of the day',
};

/** `sale`, `revenue per visit`. */
export function goalWords(goal: SplitGoal): string {
  return goal === 'revenue' ? 'revenue per visit' : eventName(goal).toLowerCase();
}

/** The UTC day of a moment as `Nov 3`; with the year when it is not the current one. */
export function utcDay(moment: string, nowMs = Date.now()): string {
  const day = moment.slice(0, 10);
  return daysLabel({ from: day, to: day }, new Date(nowMs).toISOString().slice(0, 10));
}

/** The day of a test, from 1: a test's days are UTC days. */
export function dayOfTest({ beganAt }: Pick<SplitTest, 'beganAt'>, nowMs: number): number {
  return Math.floor(nowMs / dayMs) - Math.floor(Date.parse(beganAt) / dayMs) + 1;
}

/** `Since Nov 3, day 25`, or of a past test `Nov 3 to Nov 20`. */
export function timeWords(
  test: Pick<SplitTest, 'beganAt' | 'endedAt' | 'isRunning'>,
  nowMs: number,
): string {
  const { beganAt, endedAt, isRunning } = test;
  if (isRunning || endedAt === null) {
    return `Since ${utcDay(beganAt, nowMs)}, day ${dayOfTest(test, nowMs)}`;
  }
  return `${utcDay(beganAt, nowMs)} to ${utcDay(endedAt, nowMs)}`;
}

type Numbers = SplitTest['notAssigned'];

/** The sums over all destinations. */
export function assignedOf({ destinations }: SplitTest): Omit<Numbers, 'otherCurrencies'> {
  const total = (part: Exclude<keyof Numbers, 'otherCurrencies'>) =>
    destinations.reduce((sum, destination) => sum + destination[part], 0);
  return {
    visits: total('visits'),
    convertingVisits: total('convertingVisits'),
    conversions: total('conversions'),
    revenue: total('revenue'),
  };
}

/** The sums over all destinations and what none can be given. */
export function allOf(test: SplitTest): Numbers {
  const [assigned, rest] = [assignedOf(test), test.notAssigned];
  const each = [...test.destinations, rest].flatMap(({ otherCurrencies }) => otherCurrencies);
  const byCurrency = Map.groupBy(each, ({ currency }) => currency);
  return {
    visits: assigned.visits + rest.visits,
    convertingVisits: assigned.convertingVisits + rest.convertingVisits,
    conversions: assigned.conversions + rest.conversions,
    revenue: assigned.revenue + rest.revenue,
    otherCurrencies: [...byCurrency].map(([currency, totals]) => ({
      currency,
      revenue: totals.reduce((sum, { revenue }) => sum + revenue, 0),
      profit: totals.reduce((sum, { profit }) => sum + profit, 0),
      conversions: totals.reduce((sum, { conversions }) => sum + conversions, 0),
    })),
  };
}

/** Whether conversions, visits or amounts stand in the row. */
export function isSomething(numbers: Numbers): boolean {
  const { visits, conversions, revenue, otherCurrencies } = numbers;
  return visits > 0 || conversions > 0 || revenue !== 0 || otherCurrencies.length > 0;
}

/** How all conversions of the link come about: `280 conversions: 267 first, 8 repeated …`. */
export function reconciled(test: SplitTest): string {
  const { conversions, convertingVisits } = assignedOf(test);
  const notAssigned = test.notAssigned.conversions;
  const repeated = conversions - convertingVisits;
  const all = counted(conversions + notAssigned, 'conversion');
  if (conversions + notAssigned === 0) return 'No conversions yet';
  if (repeated === 0 && notAssigned === 0) return all;
  const parts = [
    `${wholeNumber(convertingVisits)} first`,
    ...(repeated === 0 ? [] : [`${wholeNumber(repeated)} repeated or of another type`]),
    ...(notAssigned === 0 ? [] : [`${wholeNumber(notAssigned)} not assigned`]),
  ];
  return `${all}: ${parts.join(', ')}`;
}

/** What the last judgement counted of all that was received. */
export function countedWords(test: SplitTest): string {
  const { visits, convertingVisits } = assignedOf(test);
  const counts = `Counted: ${wholeNumber(test.counted.visits)} of ${counted(visits, 'visit')} and ${wholeNumber(
    test.counted.convertingVisits,
  )} of ${counted(convertingVisits, 'converting visit')}`;
  return test.windowDays === null || hasConverted(test, test.windowDays)
    ? `${counts}.`
    : `${counts}; the rest is younger than ${counted(test.windowDays, 'day')}.`;
}

/** Whether the last visits of a test that is over have had their time to convert. */
function hasConverted({ endedAt }: SplitTest, windowDays: number): boolean {
  return endedAt !== null && Date.now() > Date.parse(endedAt) + (windowDays + 1) * dayMs;
}

/** Visits that were counted, that wait until they are old enough, and that are still to come. */
export type Meter = {
  readonly counted: number;
  readonly waiting: number;
  /** Null: unknown. */
  readonly toCome: number | null;
};

export function meterOf(test: SplitTest): Meter {
  const waiting = Math.max(assignedOf(test).visits - test.counted.visits, 0);
  const toCome = test.visitsToCome === null ? null : Math.max(test.visitsToCome - waiting, 0);
  return { counted: test.counted.visits, waiting, toCome };
}

/** A forecast, of which one digit is known: `about 2,000`. */
export function aboutWords(count: number): string {
  const unit = 10 ** Math.floor(Math.log10(Math.max(count, 1)));
  return `about ${wholeNumber(Math.round(count / unit) * unit)}`;
}

type Plan = NonNullable<SplitTest['planned']>;

/** About how many days a difference of 20% takes at the present pace: `about 300 days`. */
export function planDays({ visitsPerDay, twentyPercent }: Plan): string {
  const days = Math.max(Math.round(twentyPercent / visitsPerDay), 1);
  return days === 1 ? 'about 1 day' : `${aboutWords(days)} days`;
}

const longDays = 90;

/** What to do about a test that takes long; blank for others. */
export function bolderWords({ visitsPerDay, twentyPercent }: Plan): string {
  return twentyPercent / visitsPerDay > longDays ? ' Test a bolder change.' : '';
}

/** What a difference takes before anything has converted. */
export function planWords(plan: Plan): string {
  const visits = counted(Math.max(Math.round(plan.visitsPerDay), 1), 'visit');
  return `At ${visits} a day, a difference of 20% takes ${planDays(plan)}.${bolderWords(plan)}`;
}

const rateOwners = {
  test: 'this test',
  link: 'this link in the last 30 days',
  account: 'your other links in the last 30 days',
} as const;

/** Which rate a plan takes: `Counted with 3.4%, the rate of this link …`. */
export function planRateWords({ rate, rateOf }: Plan): string {
  return `Counted with ${oneDecimal(rate * 100)}%, the rate of ${rateOwners[rateOf]}.`;
}

/** What a new test leaves behind: `The new test counts from zero. The 7,794 visits …`. */
export function lostWords(test: SplitTest): string {
  const { visits, convertingVisits } = assignedOf(test);
  const begun = 'The new test counts from zero.';
  if (visits === 0) return `${begun} This one stays readable under past tests.`;
  return `${begun} The ${counted(visits, 'visit')} and ${counted(
    convertingVisits,
    'conversion',
  )} of this one stay readable under past tests, but no longer count towards a winner.`;
}

/** Whether visits are shared by slots of a round today; else evenly. */
export function hasSlots({ destinations }: Pick<SplitTest, 'destinations'>): boolean {
  return destinations.reduce((sum, { slots }) => sum + slots, 0) === roundSlots;
}

/** How visits are shared from the next UTC midnight on; null where nothing changes. */
export function comingShares({ destinations }: Pick<SplitTest, 'destinations'>): string | null {
  if (destinations.every(({ slots, slotsTomorrow }) => slots === slotsTomorrow)) return null;
  const slots = destinations.map((each) => each.slotsTomorrow);
  const isEven = slots.every((count) => count === slots[0]);
  const shares = destinations.map(({ letter }, at) => `${letter} ${slots[at]}`).join(', ');
  return `From the next midnight (UTC) ${
    isEven ? 'the shares are even' : `the shares are ${shares} of ${roundSlots}`
  }.`;
}

/** How sure a sentence is: a winner, something to fix, or neither. */
export function toneOf(state: SplitTestJson['state']): 'winner' | 'warn' | 'plain' {
  if (state === 'winner') return 'winner';
  return state === 'untrusted' || state === 'untracked' ? 'warn' : 'plain';
}

/** The destination that leads or wins; null: none does. */
export function leaderOf({ destinations }: Pick<SplitTest, 'destinations'>) {
  return destinations.find(({ state }) => state === 'leads' || state === 'wins') ?? null;
}

/** The destination with which the others are compared, while that says nothing too; null: none. */
export function referenceOf({ destinations }: Pick<SplitTest, 'destinations'>) {
  const [reference, ...others] = destinations.filter(({ fromLeader }) => fromLeader === null);
  return others.length === 0 ? (reference ?? null) : null;
}

/** Evidence, of which 1 names a winner, in words, rounded down: `67% of enough`. */
export function levelWords(level: number): string {
  if (level >= 1) return 'enough to win';
  const percent = Math.floor(level * 100);
  return percent <= 0 ? 'no evidence' : `${percent}% of enough`;
}
