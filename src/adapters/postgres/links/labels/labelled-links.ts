import type postgres from 'postgres';
import type { ScopePorts } from '#core/analytics/report/report-scope';
import { findLabels, havingLabels } from './label-filter.ts';

type Row = { ids: string; count: number; isComplement: boolean };

/** The links with some labels, for analytics. */
export function postgresLabelledLinks(sql: postgres.Sql): Pick<ScopePorts['links'], 'having'> {
  return {
    async having(userId, labels, most) {
      const found = await findLabels(sql, userId, { labels, search: '' });
      const joined = sql`string_agg(encode(uuid_send(id), 'hex'), ',')`;
      const [row] = await sql<Row[]>`
        SELECT coalesce(CASE WHEN outside < inside THEN ids_outside ELSE ids_inside END, '') AS ids,
          least(inside, outside) AS count, outside < inside AS "isComplement"
        FROM (
          SELECT (count(*) FILTER (WHERE has))::int AS inside,
            (count(*) FILTER (WHERE NOT has))::int AS outside,
            ${joined} FILTER (WHERE has) AS ids_inside,
            ${joined} FILTER (WHERE NOT has) AS ids_outside
          FROM (
            SELECT id, (true ${havingLabels(sql, labels, found)}) AS has
            FROM links WHERE user_id = ${userId}) AS own) AS counted`;
      if (row === undefined || row.count > most) return null;
      return { ids: row.ids, isComplement: row.isComplement };
    },
  };
}
