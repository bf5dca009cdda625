import type postgres from 'postgres';
import type { AnswerAnalyticsPorts } from '#core/analytics/answer-analytics';
import type { AnswerConversionsPorts } from '#core/analytics/answer-conversions';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';
import { linkSetOf } from './link-set.ts';

type Row = { total: number; before: number; recent: number };

/** The number of links, the ones that track, and their names, for analytics. */
export function postgresLinkCounts(
  sql: postgres.Sql,
): AnswerAnalyticsPorts['links'] & AnswerConversionsPorts['links'] {
  return {
    async tracking({ userId, linkId }) {
      if (linkId === null) {
        const { set, inside } = await linkSetOf(sql, userId, sql`track_conversions`);
        return { count: inside, among: set };
      }
      const own = await sql`SELECT 1 FROM links WHERE user_id = ${userId} AND id = ${linkId}`;
      const among = { ids: linkId.replaceAll('-', ''), isComplement: false };
      return own.length === 0 ? null : { count: 1, among };
    },

    async named(userId, linkIds) {
      if (linkIds.length === 0) return new Map();
      const rows = await sql<LinkRow[]>`
        SELECT ${linkColumns(sql)} FROM links WHERE user_id = ${userId} AND id IN ${sql(linkIds)}`;
      return new Map(rows.map((row) => [row.id, linkFromRow(row)]));
    },

    async count({ userId, linkId }, { beforeMs, beforeEndMs, sinceMs, untilMs }) {
      const [before, beforeEnd] = [new Date(beforeMs), new Date(beforeEndMs)];
      const [since, until] = [new Date(sinceMs), new Date(untilMs)];
      const [row = { total: 0, before: 0, recent: 0 }] = await sql<Row[]>`
        SELECT
          count(*)::int AS total,
          (count(*) FILTER (
            WHERE created_at >= ${before} AND created_at < ${beforeEnd}))::int AS before,
          (count(*) FILTER (WHERE created_at >= ${since} AND created_at < ${until}))::int AS recent
        FROM links
        WHERE user_id = ${userId} ${linkId === null ? sql`` : sql`AND id = ${linkId}`}`;
      return linkId !== null && row.total === 0 ? null : row;
    },
  };
}
