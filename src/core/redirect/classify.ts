import type { VisitClass } from './raw-visit.ts';

/**
 * Whether a user agent belongs to a known bot or a link preview. Never called with an empty one.
 */
export type IsBot = (userAgent: string) => boolean;

/** The data that decides a visit's class. */
export type Approach = {
  readonly isHead: boolean;
  readonly isPrefetch: boolean;
  /** Empty when absent. */
  readonly userAgent: string;
};

/**
 * Classifies a visit, once: it is never reclassified. A HEAD request and a missing user agent count
 * as bots, and a bot that prefetches stays a bot.
 */
export function classify({ isHead, isPrefetch, userAgent }: Approach, isBot: IsBot): VisitClass {
  if (isHead || userAgent === '' || isBot(userAgent)) return 'bot';
  return isPrefetch ? 'prefetch' : 'human';
}
