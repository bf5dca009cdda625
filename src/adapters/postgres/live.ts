import type postgres from 'postgres';
import { shortUrlOf } from '#core/links/link-domain';
import type { LiveUpdatesPorts } from '#core/live/live-updates';

type Named = {
  readonly id: string;
  readonly title: string | null;
  readonly shortName: string;
  readonly domainHost: string | null;
};

/** The queries for live updates of open pages, in Postgres. `shortOrigin`: SHORT_URL. */
export function postgresLive(
  sql: postgres.Sql,
  shortOrigin: string,
): Pick<LiveUpdatesPorts, 'sessions' | 'notices' | 'links'> {
  return {
    sessions: {
      async living(sids, at) {
        const rows = await sql<{ sid: string }[]>`
          SELECT sid FROM sessions WHERE sid = ANY(${[...sids]}) AND expire > ${at}
          UNION ALL
          SELECT digest FROM api_keys CROSS JOIN LATERAL (VALUES
            (key_digest), (CASE WHEN former_until > ${at} THEN former_digest END)) AS text (digest)
          WHERE (key_digest = ANY(${[...sids]}) OR former_digest = ANY(${[...sids]}))
            AND (expires_at IS NULL OR expires_at > ${at})
            AND scopes && ${['analytics:read', 'analytics:write']}`;
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
        const rows = await sql<Named[]>`
          SELECT id, title, coalesce(custom_alias, short_code) AS "shortName",
            (SELECT host FROM domains WHERE domains.number = domain_id) AS "domainHost"
          FROM links WHERE id = ANY(${[...linkIds]}::uuid[])`;
        return new Map(rows.map((row) => [row.id, nameOf(row, shortOrigin)]));
      },
    },
  };
}

/** The link's title, or else its short address without the scheme. */
function nameOf({ title, shortName, domainHost }: Named, shortOrigin: string): string {
  return title ?? shortUrlOf(shortOrigin, domainHost, shortName).replace(/^https?:\/\//, '');
}
