import type postgres from 'postgres';
import type { SentVisits } from '#core/links/erase-links';

/**
 * The instances' reports of their spools. An instance that has not reported for a day does not
 * delay erasures. If it runs again, its drain drops the visits of deleted links, and the nightly
 * sweep removes the rest.
 */
export function postgresSentVisits(sql: postgres.Sql): SentVisits {
  return {
    async everythingSentUntil() {
      const [row] = await sql<{ sent_until: Date }[]>`
        SELECT coalesce(min(least(seen_at, oldest_unsent_at)), now()) AS sent_until
        FROM instances WHERE seen_at > now() - interval '1 day'`;
      return row?.sent_until.getTime() ?? 0;
    },
  };
}
