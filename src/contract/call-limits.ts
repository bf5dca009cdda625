import type { Route } from './route.ts';

/** The limits of an account's calls, each with its message when it is reached. */
export const callLimits = {
  links: {
    perMinute: 60,
    burst: 300,
    message: 'You create and edit links too fast. Please try again in a moment.',
  },
  bulk: {
    perMinute: 20,
    burst: 30,
    message: 'You change many links too fast. Please try again in a moment.',
  },
  conversions: {
    perMinute: 60,
    burst: 300,
    message: 'You change conversions too fast. Please try again in a moment.',
  },
  reports: {
    perMinute: 6000,
    burst: 1000,
    message: 'Too many conversions at once. Please try again in a moment.',
  },
  analytics: {
    perMinute: 120,
    burst: 60,
    message: 'You ask for numbers too fast. Please try again in a moment.',
  },
  /** SQL statements, of which a dashboard runs many when it opens. */
  sql: {
    perMinute: 120,
    burst: 240,
    message: 'Too many statements. Please wait a moment.',
  },
  /** Tests, replays, and events that are sent again. */
  webhooks: {
    perMinute: 60,
    burst: 30,
    message: 'You send events to webhooks too fast. Please try again in a moment.',
  },
  /** Reading pages of strangers. */
  previews: {
    perMinute: 20,
    burst: 20,
    message: 'You read too many pages. Please try again in a moment.',
  },
  payments: {
    perMinute: 10,
    burst: 10,
    message: 'You asked the payment provider too often. Please try again in a moment.',
  },
  /** Every read of `/api/v1`. */
  reads: {
    perMinute: 1200,
    burst: 600,
    message: 'You read too fast. Please try again in a moment.',
  },
  /**
   * Deletions of links also count here, so that a person can remove hundreds of links and still
   * create new ones.
   */
  others: {
    perMinute: 300,
    burst: 600,
    message: 'You make changes too fast. Please try again in a moment.',
  },
};
export type CallLimit = keyof typeof callLimits;

/** What says which limit counts a call. */
export type CountedBy = Pick<Route, 'limit' | 'method' | 'scope'>;

/** The limit that counts a route's calls; null when none does. */
export function limitOf({ limit, method, scope }: CountedBy): CallLimit | null {
  if (limit) return limit;
  if (method !== 'GET') return 'others';
  return scope ? 'reads' : null;
}
