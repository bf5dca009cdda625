import type postgres from 'postgres';

/** Links that are deleted, as this instance has last heard. */
export type ErasedLinks = {
  has(linkId: string): boolean;
  /** Said by the one who deleted them, ahead of the next `refresh`. */
  add(linkIds: readonly string[]): void;
  /** Reads what was deleted since the last call. */
  refresh(): Promise<void>;
};

type Row = { link_id: string };

/**
 * The deleted links, those long erased included: a visit may come from a spool that was restored.
 * What is new is found by transaction id, from where all earlier ones had ended.
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
