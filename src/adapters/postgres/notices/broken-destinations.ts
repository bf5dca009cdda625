import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type { AccountToNotify, BrokenLink } from '#core/notices/notify-of-broken-destinations';
import type { BrokenDestinations } from '#core/notices/ports';

/** Broken destinations of which their owners have no notice, in Postgres. */
export function postgresBrokenDestinations(sql: postgres.Sql): BrokenDestinations {
  return {
    async accountsToNotify({ brokenBefore, notifiedBefore, accounts, links }) {
      const dueAccounts = await sql<Omit<AccountToNotify, 'links'>[]>`
        WITH due AS (
          SELECT DISTINCT user_id FROM destinations
          WHERE broken_since <= ${brokenBefore} AND told_at IS NULL AND NOT EXISTS (
            SELECT FROM notices
            WHERE notices.user_id = destinations.user_id AND kind = 'broken_destinations'
              AND happened_at > ${notifiedBefore})
          LIMIT ${accounts})
        SELECT users.id, users.email, users.first_name AS "firstName",
          users.verified AND coalesce(settings.email_notifications, true) AS "isMailed",
          array_agg(DISTINCT destinations.id) AS "destinationIds",
          count(DISTINCT link_id)::int AS "linkCount"
        FROM due JOIN users ON users.id = due.user_id
        LEFT JOIN settings ON settings.user_id = users.id
        JOIN destinations ON destinations.user_id = users.id
          AND broken_since IS NOT NULL AND told_at IS NULL
        JOIN link_destinations ON destination_id = destinations.id
        GROUP BY users.id, settings.email_notifications`;
      return Promise.all(
        dueAccounts.map(async (account) => ({
          ...account,
          links: await linksTo(sql, account.destinationIds, links),
        })),
      );
    },

    async settle(userId, destinationIds, at) {
      await sql`
        UPDATE destinations SET told_at = ${at}
        WHERE user_id = ${userId} AND id = ANY(${[...destinationIds]}::uuid[])
          AND broken_since IS NOT NULL`;
    },
  };
}

function linksTo(
  sql: postgres.Sql,
  destinationIds: readonly string[],
  limit: number,
): Promise<readonly BrokenLink[]> {
  return sql<BrokenLink[]>`
    SELECT links.id AS "linkId", ${shownName(sql)} AS "linkName", url, seen->>'reason' AS reason,
      (seen->>'status')::int AS status, failing_since AS since
    FROM destinations
    JOIN link_destinations ON destination_id = destinations.id
    JOIN links ON links.id = link_id
    WHERE destinations.id = ANY(${[...destinationIds]}::uuid[])
    ORDER BY failing_since, links.id LIMIT ${limit}`;
}
