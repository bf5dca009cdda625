import { dayMs, hourMs, type Clock } from '#core/shared/time';

export type Refunds = {
  /**
   * The number of stored versions. It changes when conversions are stored, and when ClickHouse
   * merges parts.
   */
  rows(): Promise<number>;
  /**
   * Gives refunds the click of their sale, with its variant, country, city, device and referrer. It
   * does so for the orders with a report received since `sinceMs`. The sale is the conversion of
   * the same link and order id. A refund whose sale has no click stays as it is. May be repeated.
   */
  match(sinceMs: number): Promise<void>;
};

type Matching = { readonly clock: Clock; readonly refunds: Refunds };

/**
 * Reports that wait longer than this for the event store are matched by the daily run over all
 * orders.
 */
const recentDays = 7;

/**
 * Matches refunds with their sales, in either order of arrival. A run matches refunds of recent
 * reports, when conversions were stored since the last run. The first run and one a day match all
 * refunds. After a failed run over all refunds, the next one follows in an hour.
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
