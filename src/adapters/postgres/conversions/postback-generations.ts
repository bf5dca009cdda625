import type postgres from 'postgres';
import type { PostbackSecretPorts } from '#core/conversions/postback-secret';
import { secondMs } from '#core/shared/time';
import { within } from '#adapters/postgres/within';

type Row = { generation: number };

/**
 * Every postback starts with this question: a server that hangs must not hold them all. But a busy
 * one is waited for, since whoever reports a sale may not report it again.
 */
const findLimitMs = 5 * secondMs;

/** Which postback secret of each link is the valid one; links start at their first without a row. */
export function postgresPostbackGenerations(sql: postgres.Sql): PostbackSecretPorts['generations'] {
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
