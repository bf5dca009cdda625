import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type {
  NotifyOfBrokenDestinationsPorts,
  UntoldAccount,
} from '#core/notices/notify-of-broken-destinations';

type Row = {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly is_mailed: boolean;
  readonly destination_ids: string[];
  readonly link_count: number;
};

type LinkRow = {
  readonly link_id: string;
  readonly link_name: string;
  readonly url: string;
  readonly seen: Pick<UntoldAccount['links'][number], 'reason' | 'status'>;
  readonly failing_since: Date;
};

/** Broken destinations of which their owners have no notice, in Postgres. */
export function postgresBrokenDestinations(
  sql: postgres.Sql,
): NotifyOfBrokenDestinationsPorts['broken'] {
  return {
    async untold({ brokenBefore, toldBefore, accounts, links }) {
      const rows = await sql<Row[]>`
        WITH due AS (
          SELECT DISTINCT user_id FROM destinations
          WHERE broken_since <= ${brokenBefore} AND told_at IS NULL AND NOT EXISTS (
            SELECT FROM notices
            WHERE notices.user_id = destinations.user_id AND kind = 'broken_destinations'
              AND happened_at > ${toldBefore})
          LIMIT ${accounts})
        SELECT users.id, users.email, users.first_name,
          users.verified AND coalesce(settings.email_notifications, true) AS is_mailed,
          array_agg(DISTINCT destinations.id) AS destination_ids,
          count(DISTINCT link_id)::int AS link_count
        FROM due JOIN users ON users.id = due.user_id
        LEFT JOIN settings ON settings.user_id = users.id
        JOIN destinations ON destinations.user_id = users.id
          AND broken_since IS NOT NULL AND told_at IS NULL
        JOIN link_destinations ON destination_id = destinations.id
        GROUP BY users.id, settings.email_notifications`;
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          email: row.email,
          firstName: row.first_name,
          isMailed: row.is_mailed,
          linkCount: row.link_count,
          destinationIds: row.destination_ids,
          links: await linksTo(sql, row.destination_ids, links),
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

async function linksTo(
  sql: postgres.Sql,
  destinationIds: readonly string[],
  limit: number,
): Promise<UntoldAccount['links']> {
  const rows = await sql<LinkRow[]>`
    SELECT links.id AS link_id, ${shownName(sql)} AS link_name, url, seen, failing_since
    FROM destinations
    JOIN link_destinations ON destination_id = destinations.id
    JOIN links ON links.id = link_id
    WHERE destinations.id = ANY(${[...destinationIds]}::uuid[])
    ORDER BY failing_since, links.id LIMIT ${limit}`;
  return rows.map(({ link_id, link_name, url, seen, failing_since }) => ({
    linkId: link_id,
    linkName: link_name,
    url,
    ...seen,
    since: failing_since,
  }));
}
