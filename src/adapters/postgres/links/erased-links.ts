import type postgres from 'postgres';

/** The deleted links that this instance knows of. */
export type ErasedLinks = {
  has(linkId: string): boolean;
  /** Adds links that this instance has deleted, before the next `refresh`. */
  add(linkIds: readonly string[]): void;
  /** Reads the links deleted since the last call. */
  refresh(): Promise<void>;
};

type Row = { link_id: string };

/**
 * The deleted links, including those erased long ago: a visit may come from a restored spool. New
 * ones are found by transaction id, starting at the oldest transaction that was still open at the
 * last call.
 */
export function postgresErasedLinks(sql: postgres.Sql): ErasedLinks {
  const erased = new Set<string>();
  let since = '0';

  return {
    has: (linkId) => erased.has(linkId),
    add: (linkIds) => linkIds.forEach((linkId) => erased.add(linkId)),
    refresh: async () => {
      const [{ horizon } = { horizon: since }] = await sql<{ horizon: string }[]>`
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
      const rows = await sql<Row[]>`
        SELECT link_id FROM erasures WHERE changed_xid >= ${since}::text::xid8`;
      for (const row of rows) erased.add(row.link_id);
      since = horizon;
    },
  };
}
