import type postgres from 'postgres';
import type { Put } from '#core/backup/backup-store';
import type { AccountTable, Ledger, SequenceState } from '#core/backup/manifest';
import type { Sql } from '#adapters/postgres/connect';

/** The content of Postgres at one moment. */
export type AccountsDump = {
  readonly tables: readonly AccountTable[];
  readonly sequences: readonly SequenceState[];
  readonly migrations: readonly string[];
  readonly ledger: Ledger;
};

type Table = { readonly name: string; readonly columns: string[] };

/**
 * Tables that a backup leaves out. `visitor_salts`: with a salt from a backup, visitors of a past
 * day could be recognised again. `instances`: it describes running processes.
 */
const leftOut = ['visitor_salts', 'instances'];
const rowsAtOnce = 2000;

/**
 * Reads every table in one snapshot, as lines in the text format of COPY. `withSalts`: for a move,
 * after which the old database is not used any more.
 */
export async function dumpAccounts(
  sql: Sql,
  put: Put,
  { withSalts = false }: { readonly withSalts?: boolean } = {},
): Promise<AccountsDump> {
  const dump = await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await withoutTimeLimits(tx);
    const tables: AccountTable[] = [];
    for (const table of await tablesOf(tx)) {
      if (leftOut.includes(table.name) && !(withSalts && table.name === 'visitor_salts')) continue;
      tables.push(await dumpTable(tx, table, put));
    }
    return {
      tables,
      sequences: await sequencesOf(tx),
      migrations: await migrationsOf(tx),
      ledger: await readLedger(tx),
    };
  });
  return dump;
}

/** Removes the time limits, so that a slow target does not end the transaction. */
async function withoutTimeLimits(tx: postgres.TransactionSql): Promise<void> {
  await tx`SELECT set_config('statement_timeout', '24h', true)`;
  await tx`SELECT set_config('idle_in_transaction_session_timeout', '24h', true)`;
}

/** The columns that are copied: without generated columns and transaction ids. */
async function tablesOf(tx: postgres.TransactionSql): Promise<readonly Table[]> {
  return tx<Table[]>`
    SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c
    JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
    WHERE c.table_schema = 'public' AND c.table_name <> 'schema_migrations'
      AND c.is_generated = 'NEVER' AND c.data_type <> 'xid8'
    GROUP BY c.table_name ORDER BY c.table_name`;
}

async function dumpTable(
  tx: postgres.TransactionSql,
  { name, columns }: Table,
  put: Put,
): Promise<AccountTable> {
  let rows = 0;
  const line = columns.map(fieldOf).join(String.raw` || E'\t' || `);
  const statement = `SELECT ${line} AS line FROM ${quoted(name)}`;
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const page of tx.unsafe<{ line: string }[]>(statement).cursor(rowsAtOnce)) {
      rows += page.length;
      yield Buffer.from(page.map((row) => `${row.line}\n`).join(''));
    }
  };
  const file = await put(lines());
  return { table: name, columns, rows, file };
}

/**
 * A column in the text format of COPY: `\N` for null, and a backslash before each character that
 * would end the column.
 */
function fieldOf(column: string): string {
  const escaped = [
    [String.raw`\\`, String.raw`\\\\`],
    [String.raw`\t`, String.raw`\\t`],
    [String.raw`\n`, String.raw`\\n`],
    [String.raw`\r`, String.raw`\\r`],
  ].reduce(
    (text, [from, to]) => `replace(${text}, E'${from}', E'${to}')`,
    `${quoted(column)}::text`,
  );
  return String.raw`coalesce(${escaped}, E'\\N')`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function sequencesOf(tx: postgres.TransactionSql): Promise<SequenceState[]> {
  const rows = await tx<{ name: string; value: string | null; start: string }[]>`
    SELECT sequencename AS name, last_value::text AS value, start_value::text AS start
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`;
  return rows.map(({ name, value, start }) => ({
    name,
    value: value ?? start,
    isCalled: value !== null,
  }));
}

async function migrationsOf(tx: postgres.TransactionSql): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    SELECT name FROM schema_migrations ORDER BY name COLLATE "C"`;
  return rows.map(({ name }) => name);
}

/**
 * The deletions that this database has recorded; a database of an older Waypost may have recorded
 * none of accounts.
 */
export async function readLedger(tx: postgres.ISql): Promise<Ledger> {
  const links = await tx<{ id: string; at: Date }[]>`
    SELECT link_id AS id, requested_at AS at FROM erasures ORDER BY requested_at`;
  const [newer] = await tx<{ has: boolean }[]>`
    SELECT to_regclass('public.deleted_accounts') IS NOT NULL AS has`;
  const accounts = newer?.has
    ? await tx<{ id: string; at: Date }[]>`
        SELECT id, deleted_at AS at FROM deleted_accounts ORDER BY deleted_at`
    : [];
  return { links: links.map(entryOf), accounts: accounts.map(entryOf) };
}

function entryOf({ id, at }: { readonly id: string; readonly at: Date }) {
  return { id, at: at.toISOString() };
}

/**
 * The time until which the other living instances have sent their visits, epoch milliseconds; null
 * when there is no other one. An instance reports every two seconds while it runs.
 */
export async function othersSentUntil(sql: Sql, ownId: string | null): Promise<number | null> {
  const [row] = await sql<{ until: Date | null }[]>`
    SELECT min(least(seen_at, oldest_unsent_at)) AS until FROM instances
    WHERE seen_at > now() - interval '1 minute'
      AND id IS DISTINCT FROM ${ownId}::uuid`;
  return row?.until?.getTime() ?? null;
}

/**
 * The number of instances that have reported within ten seconds; a running one reports every two
 * seconds. 0 in a database that is not migrated.
 */
export async function runningInstances(sql: Sql): Promise<number> {
  const [found] = await sql<{ table: string | null }[]>`
    SELECT to_regclass('public.instances')::text AS table`;
  if (found?.table !== 'instances') return 0;
  const [row] = await sql<{ running: number }[]>`
    SELECT count(*)::int AS running FROM instances WHERE seen_at > now() - interval '10 seconds'`;
  return row?.running ?? 0;
}
