import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';

/** The database and this version of Waypost do not match; starting would cause damage. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

type Migration = { readonly name: string; readonly text: string; readonly checksum: string };
type Recorded = { readonly name: string; readonly checksum: string };

const fileName = /^\d{4}_[a-z0-9_-]+\.sql$/;
/**
 * The advisory lock for which starting instances queue. The number is arbitrary, but nothing else
 * may use it.
 */
const lockKey = 7_293_410_562;
/** Time limits: a statement over a large table may take long, waiting for a lock must not. */
const limits = { statement: '1h', lock: '1min' };

/**
 * Migrates the database to the newest file of `folder` and returns the names that it applied. Each
 * file is one transaction together with its record, so a kill leaves nothing half-done. Concurrent
 * starts take turns. Throws `MigrationError` when a recorded file was changed or is unknown, or
 * when a new file is numbered before a recorded one. `only`: the files to apply, for a restore of a
 * database that had no others.
 */
export async function migrate(
  sql: postgres.Sql,
  folder: string,
  only?: readonly string[],
): Promise<string[]> {
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => only?.includes(name) ?? true);
  const applied: string[] = [];

  for (;;) {
    const name = await applyNext(sql, migrations);
    if (name === null) return applied;
    applied.push(name);
  }
}

/**
 * The files that `migrate` would apply, without changing anything. Throws `MigrationError` as
 * `migrate` does.
 */
export async function pendingMigrations(sql: postgres.Sql, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const recorded = (await isMigrated(sql)) ? await recordsIn(sql) : [];
  nextAfter(recorded, migrations);
  return migrations.slice(recorded.length).map(({ name }) => name);
}

/** Whether a migration was ever applied to this database. */
export async function isMigrated(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ table: string | null }[]>`
    SELECT to_regclass('schema_migrations')::text AS table`;
  return row?.table !== null;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const stray = names.find((name) => !fileName.test(name));
  if (stray !== undefined) throw new MigrationError(`${stray} is not named like 0001_name.sql`);

  return Promise.all(
    names.map(async (name) => {
      const text = await Bun.file(join(folder, name)).text();
      return { name, text, checksum: new Bun.CryptoHasher('sha256').update(text).digest('hex') };
    }),
  );
}

/** Applies the first file that is not recorded; null when all are. */
function applyNext(sql: postgres.Sql, migrations: readonly Migration[]): Promise<string | null> {
  return sql.begin(async (tx) => {
    await tx`SELECT set_config('statement_timeout', ${limits.statement}, true)`;
    await tx`SELECT set_config('lock_timeout', ${limits.lock}, true)`;
    await tx`SELECT pg_advisory_xact_lock(${lockKey})`;
    const next = nextAfter(await recordedOf(tx), migrations);
    if (next === undefined) return null;

    await tx.unsafe(next.text).simple();
    await tx`
      INSERT INTO schema_migrations (name, checksum) VALUES (${next.name}, ${next.checksum})`;
    return next.name;
  });
}

async function recordedOf(tx: postgres.TransactionSql): Promise<Recorded[]> {
  await tx`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`;
  return recordsIn(tx);
}

function recordsIn(sql: postgres.ISql): Promise<Recorded[]> {
  return sql<Recorded[]>`SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"`;
}

/** Files and records must be equal one by one, up to the last record. */
function nextAfter(
  recorded: readonly Recorded[],
  migrations: readonly Migration[],
): Migration | undefined {
  recorded.forEach((record, index) => {
    const migration = migrations.find(({ name }) => name === record.name);
    if (migration === undefined) {
      throw new MigrationError(
        `the data in Postgres is of a newer version of Waypost, which has applied ${record.name}: start that version`,
      );
    }
    if (migration.checksum !== record.checksum) {
      throw new MigrationError(`${record.name} was changed after it was applied`);
    }
    if (migrations[index] !== migration) {
      throw new MigrationError(
        `${migrations[index]?.name} stands before ${record.name}, which was already applied`,
      );
    }
  });
  return migrations[recorded.length];
}
