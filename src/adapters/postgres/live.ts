import type postgres from 'postgres';
import type { LiveUpdatesPorts } from '#core/live/live-updates';

/** The queries for live updates of open pages, in Postgres. */
export function postgresLive(
  sql: postgres.Sql,
): Pick<LiveUpdatesPorts, 'sessions' | 'notices' | 'links'> {
  return {
    sessions: {
      async living(sids, at) {
        const rows = await sql<{ sid: string }[]>`
          SELECT sid FROM sessions WHERE sid = ANY(${[...sids]}) AND expire > ${at}`;
        return new Set(rows.map(({ sid }) => sid));
      },
    },
    notices: {
      async standings(userIds) {
        const rows = await sql<{ user_id: string; unread: number; mark: string }[]>`
          SELECT user_id, count(*) FILTER (WHERE read_at IS NULL)::int AS unread,
            concat_ws(' ', count(*), count(read_at), sum(count), max(happened_at)) AS mark
          FROM notices WHERE user_id = ANY(${[...userIds]}::uuid[]) GROUP BY user_id`;
        return new Map(rows.map(({ user_id, unread, mark }) => [user_id, { unread, mark }]));
      },
    },
    links: {
      async pendingErasures(userIds) {
        const rows = await sql<{ link_id: string }[]>`
          SELECT link_id FROM erasures
          WHERE user_id = ANY(${[...userIds]}::uuid[]) AND finished_at IS NULL`;
        return rows.map((row) => row.link_id);
      },
      async names(linkIds) {
        const rows = await sql<{ id: string; name: string }[]>`
          SELECT id, coalesce(title, custom_alias, short_code) AS name
          FROM links WHERE id = ANY(${[...linkIds]}::uuid[])`;
        return new Map(rows.map(({ id, name }) => [id, name]));
      },
    },
  };
}
