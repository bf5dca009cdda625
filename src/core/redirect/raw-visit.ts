/** How a visit is classed, once, before the redirect. Only `human` counts in what marketers see. */
export type VisitClass = 'human' | 'bot' | 'prefetch';

/**
 * A visit as the redirect saw it: what one spool line carries, and all that enrichment gets.
 * Nothing is derived here but the class and the split-test position.
 */
export type RawVisit = {
  /** UUIDv7; its time is `atMs`. */
  readonly clickId: string;
  /** Epoch milliseconds at receipt, clamped to a sane range. */
  readonly atMs: number;
  readonly linkId: string;
  /** The link's slot in the split-test counters: leftover lines tell how far a cycle had come. */
  readonly linkNumber: number;
  readonly userId: string;
  readonly class: VisitClass;
  /** The split test's id; 0 outside a split test. */
  readonly splitVersion: number;
  /** The destination's place in the split test, from 1; 0 outside a split test. */
  readonly variant: number;
  /** The human visit's place in the round-robin, from 1; 0 for others and outside a split test. */
  readonly position: number;
  /** The visitor asked not to be recognised (`Sec-GPC` or `DNT`): counted, but nobody. */
  readonly isAnonymous: boolean;
  /** The visitor's address as text without an IPv4-mapped prefix; empty when unknown. */
  readonly address: string;
  /** Cut at 512 characters; empty when absent. */
  readonly userAgent: string;
  /** Cut at 2,048 characters; empty when absent. */
  readonly referrer: string;
  /** The short link's own query string without `?`, cut at 2,048 characters: campaign parameters. */
  readonly query: string;
  /** The first-party visitor cookie when that mode is on; empty otherwise. */
  readonly visitorCookie: string;
};
