import * as z from 'zod/mini';
import { CostNumbers } from '#contract/analytics/costs';
import { eventTypes } from '#contract/conversions/event-types';
import { id, moment, optionalLine } from '#contract/fields';
import { currencies } from '#contract/money';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';
import {
  longestDestinationName,
  rateSources,
  roundSlots,
  shareModes,
  splitGoals,
  splitLetters,
  splitStates,
  splitWindows,
  visitCategories,
} from './split-words.ts';
import { CurrencyTotals } from '#contract/conversions/totals';

const day = z.iso.date('Send a day as YYYY-MM-DD');
const count = z.int();
const letter = z.enum(splitLetters, `Choose one of ${splitLetters.join(', ')}`);
const goal = z.enum(splitGoals, `Choose one of ${splitGoals.join(', ')}`);
const currency = z.enum(currencies, `Choose one of ${currencies.join(', ')}`);
const mode = z.enum(shareModes, `Choose one of ${shareModes.join(', ')}`);
const window = z.literal([...splitWindows], `Choose one of ${splitWindows.join(', ')} days`);

/** Bounds of a destination's rate divided by the leader's. `high` is null when it is unbounded. */
const Comparison = z.object({
  low: z.number(),
  high: z.nullable(z.number()),
  /** A cautious estimate. */
  likely: z.number(),
});

/** What happened at a destination, in the whole test. */
const numbers = {
  visits: count,
  /** Visits with at least one conversion of the goal. */
  convertingVisits: count,
  /** All conversions, also repeated ones and of other goals. */
  conversions: count,
  /** In cents of the test's currency. */
  revenue: count,
  otherCurrencies: z.array(CurrencyTotals),
};

const Destination = z.object({
  id,
  letter,
  name: z.nullable(z.string()),
  url: z.string(),
  /** Every address that it had in this test, oldest first. */
  addresses: z.array(z.object({ url: z.string(), since: moment })),
  /** Its slots of a round today; of an even test, 1. */
  slots: count,
  /** The same from the next UTC midnight on. */
  slotsTomorrow: count,
  ...numbers,
  /** Null for the leader, while nothing leads, and for revenue. */
  fromLeader: z.nullable(Comparison),
  state: z.nullable(z.enum(['leads', 'wins', 'behind'])),
});

/** About how many visits of a whole test show a difference, at the present rate. */
const visitsFor = { twentyPercent: count, fiftyPercent: count };

const pace = {
  /** Visits of the link. */
  visitsPerDay: z.number(),
  /** The part of visits that convert. */
  rate: z.number(),
  rateOf: z.enum(rateSources),
};

/** What a split test of the link would take; null before its first visits, and while no rate is known. */
export const SplitPlan = z.nullable(
  z.object({ ...pace, plans: z.array(z.object({ destinations: count, ...visitsFor })) }),
);
export type SplitPlan = z.output<typeof SplitPlan>;

/** A split test of a link, with its numbers over the whole test. */
export const SplitTest = z.object({
  id,
  linkId: id,
  isRunning: z.boolean(),
  goal,
  currency,
  mode,
  isShuffled: z.boolean(),
  /** A person who comes again gets the same destination. Such a test names no winner. */
  isSticky: z.boolean(),
  /** Days that a visit has to convert; it rises when conversions come late. Null: not chosen yet. */
  windowDays: z.nullable(count),
  beganAt: moment,
  endedAt: z.nullable(moment),
  endsOn: z.nullable(day),
  /** The destination that everybody was sent to at the end. */
  sentTo: z.nullable(letter),
  state: z.enum(splitStates),
  /** `lead` is its first clause. */
  sentence: z.object({ lead: z.string(), rest: z.string() }),
  /** The UTC day of the last judgement. */
  judgedOn: z.nullable(day),
  verdict: z.nullable(
    z.object({ letter, on: day, visits: z.array(count), convertingVisits: z.array(count) }),
  ),
  destinations: z.array(Destination),
  /** Visits and conversions of the link in the time of the test that no destination can be given. */
  notAssigned: z.object(numbers),
  /**
   * While the destinations do not get the same kind of visitors: how many visits of each destination are
   * in a category, `of` how many. The category that differs most comes first; `country` is the most common
   * country. Counted since the shares were last changed. Else null.
   */
  composition: z.nullable(
    z.array(
      z.object({ category: z.enum(visitCategories), visits: z.array(count), of: z.array(count) }),
    ),
  ),
  /**
   * What the visits of the test's days (UTC) cost, an entry for each currency in which they cost
   * something: destinations share the cost of the link by their visits. `notAssigned` is the rest.
   */
  costs: z.array(
    z.object({ currency, destinations: z.array(CostNumbers), notAssigned: CostNumbers }),
  ),
  /** What the last judgement counted; the rest is younger than the window. */
  counted: z.object({ visits: count, convertingVisits: count }),
  /** About how many more visits will settle it; null: unknown. */
  visitsToCome: z.nullable(count),
  /** What a difference of 20 % and of 50 % takes; null while no rate is known, and for revenue. */
  planned: z.nullable(z.object({ ...pace, ...visitsFor })),
  /** A destination whose conversions mostly came without the click id that others report. */
  losesClickIds: z.nullable(letter),
  /** By judged day: the evidence of each destination, where 0 is none and 1 names a winner. */
  evidence: z.array(z.object({ day, levels: z.array(z.number()) })),
});
export type SplitTest = z.output<typeof SplitTest>;
export type SplitTestJson = z.input<typeof SplitTest>;

/** A test in the account's list. */
export const ListedSplitTest = z.object({
  id,
  linkId: id,
  shortUrl: z.string(),
  title: z.nullable(z.string()),
  isRunning: z.boolean(),
  goal,
  beganAt: moment,
  endedAt: z.nullable(moment),
  destinations: count,
  state: z.enum(splitStates),
  sentence: z.object({ lead: z.string(), rest: z.string() }),
  winner: z.nullable(letter),
});
export type ListedSplitTest = z.output<typeof ListedSplitTest>;
export type ListedSplitTestJson = z.input<typeof ListedSplitTest>;

const slotsMessage = `Share ${roundSlots} slots among the destinations`;

/** By destination; null or blank removes one. */
export const destinationNames = z
  .array(
    z.nullable(
      optionalLine(
        longestDestinationName,
        `The name must be at most ${longestDestinationName} characters`,
      ),
    ),
  )
  .check(z.maxLength(splitLetters.length, `Name at most ${splitLetters.length} destinations`));

/** Absent fields stay. Another goal, currency or `isSticky` begins a new test. */
export const SplitTestChanges = z.partial(
  z.object({
    goal,
    currency,
    mode,
    /** With the mode `fixed`: the slots of a round by destination. 0 pauses one. */
    slots: z.array(z.int(slotsMessage).check(z.minimum(0, slotsMessage)), slotsMessage).check(
      z.maxLength(4, slotsMessage),
      z.refine((slots) => slots.reduce((sum, slot) => sum + slot, 0) === roundSlots, slotsMessage),
    ),
    isShuffled: z.boolean(),
    /** Not with the mode `automatic`. */
    isSticky: z.boolean(),
    windowDays: window,
    endsOn: z.nullable(day),
    names: destinationNames,
  }),
);
export type SplitTestChanges = z.output<typeof SplitTestChanges>;

/** Running tests first, then past ones, newest first. */
export const listSplitTests = route('GET /api/v1/links/:id/split-tests', {
  scope: 'analytics:read',
  summary: 'List split tests of a link',
  errors: ['cursor_mismatch'],
  query: PageQuery,
  answer: listOf(SplitTest),
});
export const showSplitTest = route('GET /api/v1/links/:id/split-tests/:testId', {
  scope: 'analytics:read',
  answer: SplitTest,
});
export const listAllSplitTests = route('GET /api/v1/split-tests', {
  scope: 'analytics:read',
  summary: 'List split tests',
  errors: ['cursor_mismatch'],
  query: PageQuery,
  answer: listOf(ListedSplitTest),
});
/** For a test by the goal, which is a sale when it is absent. */
export const showSplitPlan = route('GET /api/v1/links/:id/split-plan', {
  scope: 'analytics:read',
  summary: 'Show how long a split test would take',
  query: z.object({ goal: z.optional(z.enum(eventTypes)) }),
  answer: SplitPlan,
});
export const changeSplitTest = route('PATCH /api/v1/links/:id/split-tests/:testId', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict'],
  example: { goal: 'sale' },
  limit: 'links',
  body: SplitTestChanges,
  answer: SplitTest,
});
/** Sends everybody to one destination, which ends the test. */
export const endSplitTest = route('POST /api/v1/links/:id/split-tests/:testId/end', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict'],
  example: { destination: 'B' },
  limit: 'links',
  body: z.object({ destination: letter }),
  answer: SplitTest,
});
/** Takes back the end of a test, while the link has not been changed since. */
export const resumeSplitTest = route('POST /api/v1/links/:id/split-tests/:testId/resume', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict'],
  limit: 'links',
  answer: SplitTest,
});
