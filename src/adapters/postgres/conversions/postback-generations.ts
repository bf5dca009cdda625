import type postgres from 'postgres';
import type { PostbackGenerations } from '#core/conversions/ports';
import { secondMs } from '#core/shared/time';
import { within } from '#adapters/postgres/within';

type Row = { generation: number };

/**
 * Every postback starts with this query, so a hanging server must not block all of them. A busy
 * server still gets enough time, because the sender may not send the sale again.
 */
const findLimitMs = 5 * secondMs;

/** The generation of each link's valid postback secret. A link without a row has its first one. */
export function postgresPostbackGenerations(sql: postgres.Sql): PostbackGenerations {
  return {
    async of(linkId) {
      const asked = sql<Row[]>`
        SELECT coalesce(replaced.generation, 1) AS generation
        FROM links LEFT JOIN postback_generations AS replaced ON replaced.link_id = links.id
        WHERE links.id = ${linkId}`;
      const [row] = await within(findLimitMs, asked);
      return row?.generation ?? null;
    },

    async next(userId, linkId) {
      const [row] = await sql<Row[]>`
        INSERT INTO postback_generations AS replaced (link_id, generation)
        SELECT id, 2 FROM links WHERE id = ${linkId} AND user_id = ${userId} FOR KEY SHARE
        ON CONFLICT (link_id) DO UPDATE SET generation = replaced.generation + 1
        RETURNING generation`;
      return row?.generation ?? null;
    },
  };
}

/** The generations of all links whose secret was replaced. */
export function replacedGenerations(sql: postgres.Sql) {
  return async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await sql<(Row & { link_id: string })[]>`
      SELECT link_id, generation FROM postback_generations`;
    return new Map(rows.map(({ link_id, generation }) => [link_id, generation]));
  };
}
