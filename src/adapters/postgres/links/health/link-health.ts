import type postgres from 'postgres';
import type { BrokenDestination } from '#core/links/health/destination-check';
import type { Links } from '#core/links/ports';

type Row = {
  link_id: string;
  url: string;
  seen: Pick<BrokenDestination, 'reason' | 'status'>;
  failing_since: Date;
  checked_at: Date;
};

/** The broken destinations of links (`brokenOf` in the port). */
export async function brokenOfLinks(
  sql: postgres.Sql,
  userId: string,
  linkIds: readonly string[],
): ReturnType<Links['brokenOf']> {
  if (linkIds.length === 0) return new Map();
  const rows = await sql<Row[]>`
    SELECT link_id, url, seen, failing_since, checked_at
    FROM destinations JOIN link_destinations ON destination_id = destinations.id
    WHERE user_id = ${userId} AND broken_since IS NOT NULL
      AND link_id = ANY(${[...linkIds]}::uuid[])
    ORDER BY url`;
  const byLink = Map.groupBy(rows, (row) => row.link_id);
  return new Map([...byLink].map(([linkId, ofLink]) => [linkId, ofLink.map(brokenFromRow)]));
}

function brokenFromRow({ url, seen, failing_since, checked_at }: Row): BrokenDestination {
  return { url, ...seen, since: failing_since, checkedAt: checked_at };
}
