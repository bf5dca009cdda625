import type postgres from 'postgres';
import type { LimitedLink, LimitedLinks } from '#core/links/options/close-spent-links';

type Row = { id: string; user_id: string; most: number; version: number; since: Date };

/** Links that expire by clicks. */
export function postgresLimitedLinks(sql: postgres.Sql): LimitedLinks {
  return {
    async limited() {
      const rows = await sql<Row[]>`
        SELECT id, user_id, expires_after_clicks AS most, click_limit_version AS version,
          click_limit_since AS since
        FROM links
        WHERE expires_after_clicks IS NOT NULL AND clicks_reached_at IS NULL`;
      const found = new Map<string, LimitedLink[]>();
      for (const { id, user_id: userId, most, version, since } of rows) {
        const links = found.get(userId) ?? [];
        links.push({ linkId: id, mostClicks: most, version, since });
        found.set(userId, links);
      }
      return found;
    },

    async close({ linkId, mostClicks, version }) {
      await sql`
        UPDATE links SET clicks_reached_at = now()
        WHERE id = ${linkId} AND expires_after_clicks = ${mostClicks}
          AND click_limit_version = ${version} AND clicks_reached_at IS NULL`;
    },
  };
}
