import type postgres from 'postgres';
import type { LinkSet } from '#core/analytics/report/report-reading';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A set of an account's links, and how many links are in it and outside it. */
export type CountedLinkSet = {
  readonly set: LinkSet;
  readonly inside: number;
  readonly outside: number;
};

type Row = { ids: string; inside: number; outside: number };

/** The account's links for which `has` is true, by their ids or by those of the others: the fewer. */
export async function linkSetOf(
  sql: postgres.Sql,
  userId: string,
  has: Fragment,
): Promise<CountedLinkSet> {
  const joined = sql`string_agg(encode(uuid_send(id), 'hex'), ',')`;
  const [{ ids, inside, outside } = { ids: '', inside: 0, outside: 0 }] = await sql<Row[]>`
    SELECT coalesce(CASE WHEN outside < inside THEN ids_outside ELSE ids_inside END, '') AS ids,
      inside, outside
    FROM (
      SELECT (count(*) FILTER (WHERE has))::int AS inside,
        (count(*) FILTER (WHERE NOT has))::int AS outside,
        ${joined} FILTER (WHERE has) AS ids_inside,
        ${joined} FILTER (WHERE NOT has) AS ids_outside
      FROM (SELECT id, (${has}) AS has FROM links WHERE user_id = ${userId}) AS own) AS counted`;
  return { set: { ids, isComplement: outside < inside }, inside, outside };
}
