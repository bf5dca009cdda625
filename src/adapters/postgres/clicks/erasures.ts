import type postgres from 'postgres';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Erasure, Erasures } from '#core/links/erase-links';

type Row = { link_id: string; user_id: string; requested_at: Date };

/** Erasures in Postgres. The trigger `links_bury` adds one when a link is deleted. */
export function postgresErasures(sql: postgres.Sql): Erasures & AnalyticsPorts['erasures'] {
  return {
    async pendingLinkIds(userId) {
      const rows = await sql<Row[]>`
        SELECT link_id FROM erasures WHERE user_id = ${userId} AND finished_at IS NULL`;
      return rows.map((row) => row.link_id);
    },

    async pending() {
      const rows = await sql<Row[]>`
        SELECT link_id, user_id, requested_at FROM erasures
        WHERE finished_at IS NULL ORDER BY requested_at`;
      return rows.map(erasureFrom);
    },

    async requestedSince(atMs) {
      const rows = await sql<Row[]>`
        SELECT link_id, user_id, requested_at FROM erasures
        WHERE requested_at >= ${new Date(atMs)} ORDER BY requested_at`;
      return rows.map(erasureFrom);
    },

    async finish(linkIds) {
      await sql`
        UPDATE erasures SET finished_at = now()
        WHERE link_id = ANY(${[...linkIds]}::uuid[]) AND finished_at IS NULL`;
    },
  };
}

function erasureFrom(row: Row): Erasure {
  return {
    linkId: row.link_id,
    userId: row.user_id,
    requestedAtMs: row.requested_at.getTime(),
  };
}
