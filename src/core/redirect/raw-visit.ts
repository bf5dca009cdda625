/** The class of a visit, decided once before the redirect. Marketers see only `human` clicks. */
export type VisitClass = 'human' | 'bot' | 'prefetch';

/** Limit of characters of a query that is kept. */
export const maxQueryLength = 2048;

/**
 * A visit as the redirect received it: the content of one spool line, and enrichment's only input.
 * Only the class and the split-test position are derived.
 */
export type RawVisit = {
  /** UUIDv7; its time is `atMs`. */
  readonly clickId: string;
  /** Epoch milliseconds at receipt, clamped to a plausible range. */
  readonly atMs: number;
  readonly linkId: string;
  /**
   * The link's slot in the split-test counters. After a crash, leftover lines show the position of
   * a cycle.
   */
  readonly linkNumber: number;
  readonly userId: string;
  readonly class: VisitClass;
  /** The version of the split test; 0 outside a split test. */
  readonly splitVersion: number;
  /** The destination's place in the split test, from 1; 0 outside a split test. */
  readonly variant: number;
  /**
   * The human visit's position in the round-robin, from 1; 0 for others, for a visitor who comes
   * again to a split test that is sticky, and outside a split test.
   */
  readonly position: number;
  /** The id of the link's rule that chose the destination; 0: none did. */
  readonly rule: number;
  /**
   * The visitor asked not to be recognised (`Sec-GPC` or `DNT`): the visit counts without a
   * visitor.
   */
  readonly isAnonymous: boolean;
  /** The visitor's address as text without an IPv4-mapped prefix; empty when unknown. */
  readonly address: string;
  /** Cut at 512 characters; empty when absent. */
  readonly userAgent: string;
  /** Cut at 2,048 characters; empty when absent. */
  readonly referrer: string;
  /**
   * The short link's own query string without `?`, cut at 2,048 characters. It has the campaign
   * parameters.
   */
  readonly query: string;
  /** The first-party visitor cookie when that mode is on; empty otherwise. */
  readonly visitorCookie: string;
};
