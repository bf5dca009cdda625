import { dayMs, hourMs, type Clock } from '#core/shared/time';

export type Refunds = {
  /** The number of stored versions. It changes when conversions are stored, or by tidying up. */
  rows(): Promise<number>;
  /**
   * Gives refunds the click of their sale, with its variant, country, city, device and referrer:
   * of the orders of which a report was received since then. The sale is the conversion of the same
   * link and order id. A refund whose sale has no click stays as it is. May be repeated.
   */
  match(sinceMs: number): Promise<void>;
};

type Matching = { readonly clock: Clock; readonly refunds: Refunds };

/** Reports that wait longer for the event store are matched by the daily look at all orders. */
const recentDays = 7;

/**
 * Matches refunds with their sales, whichever of the two comes first: those of recent reports when
 * something was stored, and all of them on the first call and once a day; an hour after a failure.
 */
export function matchRefunds({ clock, refunds }: Matching): () => Promise<void> {
  let allFromMs = Number.NEGATIVE_INFINITY;
  let seenRows = -1;

  return async () => {
    const nowMs = clock.now();
    const rows = await refunds.rows();
    if (nowMs >= allFromMs) {
      allFromMs = nowMs + hourMs;
      await refunds.match(0);
      allFromMs = nowMs + dayMs;
    } else if (rows !== seenRows) {
      await refunds.match(nowMs - recentDays * dayMs);
    }
    seenRows = rows;
  };
}
