import { eventTypes } from '#contract/conversions/event-types';

/** What decides a test: a conversion of one event type, or the revenue per visit in one currency. */
export const splitGoals = [...eventTypes, 'revenue'] as const;
export type SplitGoal = (typeof splitGoals)[number];

/** Days that a visit may have to convert. */
export const splitWindows = [1, 3, 7, 14, 30] as const;

/** How visits are shared: evenly, by slots of a round, or where conversions are. */
export const shareModes = ['even', 'fixed', 'automatic'] as const;
export type ShareMode = (typeof shareModes)[number];

/** The slots of a round of fixed or automatic shares. */
export const roundSlots = 20;

/** The name of a destination, in UTF-16 units. */
export const longestDestinationName = 60;

/** The letters of destinations, in order. */
export const splitLetters = ['A', 'B', 'C', 'D'] as const;
export type SplitLetter = (typeof splitLetters)[number];

/**
 * Whose visits a plan's rate is of: the test's; before its first conversion the link's of the last days,
 * or else those of the account's links that convert.
 */
export const rateSources = ['test', 'link', 'account'] as const;

/** Properties of a visit that its destination cannot change, so that all destinations get them equally. */
export const visitCategories = [
  'mobile',
  'desktop',
  'country',
  'noReferrer',
  'firstOfDay',
] as const;
export type VisitCategory = (typeof visitCategories)[number];

/**
 * What is known of a test today. `waiting`: it has not been judged yet. `no_verdict`: it is sticky, so that
 * its visits prove nothing.
 */
export const splitStates = [
  'waiting',
  'no_verdict',
  'untrusted',
  'untracked',
  'early',
  'winner',
  'alike',
  'no_difference',
  'few',
  'leading',
  'undecided',
] as const;
