import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { Bytes } from '#core/backup/backup-store';
import type { AccountTable, Ledger, Manifest, StoredFile } from '#core/backup/manifest';
import { secondMs } from '#core/shared/time';
import type { Sql } from '#adapters/postgres/connect';

type Load = {
  readonly accounts: Manifest['accounts'];
  readonly startedAt: string;
  /** Deletions that the backup may not contain. */
  readonly ledger: Ledger;
  readonly get: (file: StoredFile) => Bytes;
};

/** Whether the database has no account and no link; a migrated one may be empty. */
export async function holdsNothing(sql: Sql): Promise<boolean> {
  const [tables] = await sql<{ are: boolean }[]>`
    SELECT count(*) > 0 AS are FROM pg_tables WHERE schemaname = 'public'`;
  if (!tables?.are) return true;
  const [ours] = await sql<{ are: boolean }[]>`
    SELECT to_regclass('public.users') IS NOT NULL
      AND to_regclass('public.link_names') IS NOT NULL AS are`;
  if (!ours?.are) return false;
  const [row] = await sql<{ empty: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM link_names) AS empty`;
  return row?.empty ?? false;
}

/**
 * Fills a database that is migrated as far as the backup was, in one transaction. Constraints are
 * checked at its end. Then it repeats the deletions that happened after the backup. Every erasure
 * that the restored events may not contain becomes pending again. Returns the rows of each table
 * before those deletions.
 */
export async function loadAccounts(sql: Sql, load: Load): Promise<Record<string, number>> {
  const failed = Promise.withResolvers<never>();
  const loading = sql.begin(async (tx) => {
    await tx`SELECT set_config('statement_timeout', '24h', true)`;
    await tx`SELECT set_config('idle_in_transaction_session_timeout', '24h', true)`;
    const addForeignKeys = await dropForeignKeys(tx);
    await quietly(tx, load.accounts.tables, async () => {
      for (const table of load.accounts.tables) {
        await copyInto(tx, table, load.get(table.file)).catch(failed.reject);
      }
    });
    await addForeignKeys();
    await setSequences(tx, load.accounts.sequences);
    const counts = await countRows(tx, load.accounts.tables);
    await tx`
      UPDATE erasures SET finished_at = NULL
      WHERE finished_at > ${load.startedAt}::timestamptz - interval '1 hour'`;
    await deleteAgain(tx, load.ledger);
    return counts;
  });
  // The driver never ends a COPY that the server refused: its transaction is left to the caller,
  // who ends the pool.
  return Promise.race([loading, failed.promise]);
}

/** The keys of all pictures that were not removed. */
export async function knownPictures(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ key: string }[]>`SELECT key FROM objects WHERE removed_at IS NULL`;
  return new Set(rows.map(({ key }) => key));
}

/** Rows of each table, by its name. */
export async function countRows(
  tx: postgres.ISql,
  tables: readonly Pick<AccountTable, 'table'>[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table } of tables) {
    const [row] = await tx<{ rows: string }[]>`SELECT count(*) AS rows FROM ${tx(table)}`;
    counts[table] = Number(row?.rows);
  }
  return counts;
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** Returns a function that adds them again, which checks every row. */
async function dropForeignKeys(tx: postgres.TransactionSql): Promise<() => Promise<void>> {
  const keys = await tx<ForeignKey[]>`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
      pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
  for (const { table, name } of keys) {
    await tx.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  return async () => {
    for (const { table, name, definition } of keys) {
      await tx.unsafe(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
  };
}

/**
 * Empties the tables and runs the work without their triggers: the rows of a backup already have
 * what triggers add.
 */
async function quietly(
  tx: postgres.TransactionSql,
  tables: readonly Pick<AccountTable, 'table'>[],
  work: () => Promise<void>,
): Promise<void> {
  for (const { table } of tables) await tx`ALTER TABLE ${tx(table)} DISABLE TRIGGER USER`;
  for (const { table } of tables) await tx`DELETE FROM ${tx(table)}`;
  await work();
  for (const { table } of tables) await tx`ALTER TABLE ${tx(table)} ENABLE TRIGGER USER`;
}

/** How long the server may take to accept sent data. */
const patienceMs = 120 * secondMs;

async function copyInto(
  tx: postgres.TransactionSql,
  { table, columns }: AccountTable,
  lines: Bytes,
): Promise<void> {
  const into = await tx`COPY ${tx(table)} (${tx([...columns])}) FROM STDIN`.writable();
  const stuck = Promise.withResolvers<never>();
  const giveUp = () => stuck.reject(new Error(`Postgres refused the rows of ${table}`));
  let timer = setTimeout(giveUp, patienceMs);
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of lines) {
      timer.refresh();
      yield piece;
    }
    timer.refresh();
  };
  try {
    await Promise.race([pipeline(watched(), into), stuck.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function setSequences(
  tx: postgres.TransactionSql,
  sequences: Manifest['accounts']['sequences'],
): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await tx`SELECT setval(quote_ident(${name})::regclass, ${value}::bigint, ${isCalled})`;
  }
}

/**
 * Owner id of a deleted link that the backup does not contain: the list of deletions does not name
 * the owner.
 */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The triggers run as at every deletion: names stay taken, and events are erased. A link that was
 * created after the backup is also recorded as deleted, because a spool that was not lost may still
 * have its visits.
 */
async function deleteAgain(tx: postgres.TransactionSql, ledger: Ledger): Promise<void> {
  const links = ledger.links.map(({ id }) => id);
  const accounts = ledger.accounts.map(({ id }) => id);
  await tx`
    DELETE FROM links WHERE id = ANY(${links}::uuid[]) OR user_id = ANY(${accounts}::uuid[])`;
  await tx`DELETE FROM users WHERE id = ANY(${accounts}::uuid[])`;
  await tx`
    INSERT INTO erasures (link_id, user_id)
    SELECT link_id, ${nobody}::uuid FROM unnest(${links}::uuid[]) AS link_id
    ON CONFLICT DO NOTHING`;
}
