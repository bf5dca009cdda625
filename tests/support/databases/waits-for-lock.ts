import type { Sql } from '#adapters/postgres/connect';
import { until } from '#tests/support/until';

/**
 * Waits until a statement with `text` waits for a lock, in the database of `sql`, which needs a free
 * connection. Other databases of the same server do not count.
 */
export function waitsForLock(sql: Sql, text = ''): Promise<void> {
  return until(`a statement waits for a lock: ${text}`, async () => {
    const waiting = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE ${`%${text}%`}`;
    return waiting.length > 0;
  });
}
