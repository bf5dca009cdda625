import type postgres from 'postgres';
import type { LinkIndex } from '#core/redirect/link-index';
import type { DomainReading } from '#adapters/postgres/domains/domain-reading';
import { routedColumns, routedFromRow, type RoutedRow } from './routed-links.ts';

/** Where the next read continues: all earlier transactions have ended. A `xid8` as text. */
export type ReadUntil = string;

/** Rows processed at a time; between them the thread can redirect. */
const rowsAtOnce = 100;
const versionsAtOnce = 500;
/** How long erasures are repeated, and how long the lines of erased links are discarded. */
const erasuresKept = '40 days';

/** What a read updates. */
export type FollowedLinks = {
  readonly index: LinkIndex;
  readonly domains: DomainReading;
};

/** Reads all links and erasures; `progress` is called after each step. */
export async function readEverything(
  sql: postgres.Sql,
  { index, domains }: FollowedLinks,
  progress: () => void,
): Promise<ReadUntil> {
  const readDomains = domains.begin();
  const reading = index.readWhole();
  const until = await inOneSnapshot(sql, async (tx) => {
    await readDomains(tx);
    const links = tx<RoutedRow[]>`SELECT ${routedColumns(tx)} FROM links`;
    for await (const rows of links.cursor(rowsAtOnce)) {
      for (const row of rows) reading.put(routedFromRow(row));
      progress();
    }
    const erased = tx<{ link_id: string }[]>`
      SELECT link_id FROM erasures
      WHERE finished_at IS NULL OR requested_at > now() - ${erasuresKept}::interval`;
    for (const row of await erased) reading.erase(row.link_id);
    progress();
  });
  reading.end();
  return until;
}

/**
 * Reads the changes since an earlier read. Transactions that were open then may have committed
 * since. So it first reads the versions of all links that changed since the oldest of them, and
 * then only the links whose version the index does not have: this instance's own changes are
 * already in the index.
 */
export function readChanges(
  sql: postgres.Sql,
  { index, domains }: FollowedLinks,
  { since, progress }: { since: ReadUntil; progress: () => void },
): Promise<ReadUntil> {
  const readDomains = domains.begin();
  return inOneSnapshot(sql, async (tx) => {
    await readDomains(tx);
    const versions = tx<{ id: string; version: string }[]>`
      SELECT id, version FROM links WHERE changed_xid >= ${since}::text::xid8`;
    const missing: string[] = [];
    for await (const rows of versions.cursor(versionsAtOnce)) {
      const isMissing = ({ id, version }: (typeof rows)[number]) =>
        index.isNews(id, Number(version));
      missing.push(...rows.filter(isMissing).map(({ id }) => id));
      progress();
    }
    for (let from = 0; from < missing.length; from += rowsAtOnce) {
      const ids = missing.slice(from, from + rowsAtOnce);
      const rows = await tx<RoutedRow[]>`
        SELECT ${routedColumns(tx)} FROM links WHERE id = ANY(${ids}::uuid[])`;
      for (const row of rows) index.put(routedFromRow(row));
      progress();
    }
    const erased = await tx<{ link_id: string }[]>`
      SELECT link_id FROM erasures WHERE changed_xid >= ${since}::text::xid8`;
    for (const row of erased) index.erase(row.link_id);
    progress();
  });
}

async function inOneSnapshot(
  sql: postgres.Sql,
  read: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<ReadUntil> {
  const until = await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const [row] = await tx<[{ xmin: string }]>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`;
    await read(tx);
    return row.xmin;
  });
  return until;
}
