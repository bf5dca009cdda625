import type { VisitClass } from './raw-visit.ts';

/** Whether a user agent is a known bot's or a link preview's. Never asked about an empty one. */
export type IsBot = (userAgent: string) => boolean;

/** What of a visitor decides the class. */
export type Approach = {
  readonly isHead: boolean;
  readonly isPrefetch: boolean;
  /** Empty when absent. */
  readonly userAgent: string;
};

/**
 * Classes a visit, once: nothing reclassifies it later. A HEAD request and an absent user agent are
 * bots', and a bot that prefetches stays a bot.
 */
export function classify({ isHead, isPrefetch, userAgent }: Approach, isBot: IsBot): VisitClass {
  if (isHead || userAgent === '' || isBot(userAgent)) return 'bot';
  return isPrefetch ? 'prefetch' : 'human';
}
