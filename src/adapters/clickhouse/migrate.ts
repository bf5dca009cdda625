import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClickHouse, createDatabase, type ClickHouse } from './connect.ts';
import { setPartSettings } from './events/part-settings.ts';
import { ClickHouseStillWorking } from './outage.ts';
import { splitStatements } from './statements.ts';

const pollMs = 100;

/** Runs the work while nobody else, on all machines, runs work under this lock. */
export type Exclusively = (work: () => Promise<void>) => Promise<void>;

/** A migration file differs from the one that was applied under its name, or is unknown. */
export class ChangedMigration extends Error {
  override readonly name = 'ChangedMigration';
}

type Applied = { readonly file: string; readonly statement: number; readonly checksum: string };
type Options = {
  /** With credentials and database; the database is created when it is missing. */
  readonly url: string;
  /** Contains `0001_….sql`, `0002_….sql` and so on. */
  readonly folder: string;
  readonly exclusively: Exclusively;
  /** Applies only these files, for a restore of a database that had no others. */
  readonly only?: readonly string[];
  /** How long one call waits for ClickHouse's background work; ten seconds by default. */
  readonly waitMs?: number;
};

/**
 * Migrates the database to the folder's newest file, forward only and statement by statement: after
 * a kill it continues at the same statement. ClickHouse has no transactions for this, so a
 * statement may run twice, and each must allow that. Throws `ChangedMigration` when a file differs
 * from what was applied, or is missing, and `ClickHouseStillWorking` when the next statement has to
 * wait for longer than this call does: a later call goes on.
 */
export async function migrateClickHouse(options: Options): Promise<void> {
  const { url, exclusively } = options;
  await exclusively(async () => {
    await createDatabase(url);
    const clickHouse = connectClickHouse(url);
    try {
      await migrate(clickHouse, options);
      await setPartSettings(clickHouse);
    } finally {
      await clickHouse.close();
    }
  });
}

/**
 * The files that `migrateClickHouse` would still apply, completely or in part. Changes nothing.
 * Throws `ChangedMigration` when the data is of a newer version.
 */
export async function pendingClickHouseMigrations(url: string, folder: string): Promise<string[]> {
  const files = await migrationFiles(folder);
  if (!(await hasTables(url))) return [...files];
  const clickHouse = connectClickHouse(url);
  try {
    const applied = await recordsIn(clickHouse);
    refuseNewer(applied, files);
    const isDone = await Promise.all(
      files.map(async (file) => {
        const statements = splitStatements(await readFile(join(folder, file), 'utf8'));
        return applied.filter((one) => one.file === file).length >= statements.length;
      }),
    );
    return files.filter((_, index) => isDone[index] === false);
  } finally {
    await clickHouse.close();
  }
}

/** Whether a migration was ever applied to the database that `url` names. */
export function hasTables(url: string): Promise<boolean> {
  return hasTable(url, `name = 'migrations'`);
}

/**
 * Whether the database has clicks or conversions, or may have: a distributed table does not count its
 * rows. Without any, an interrupted first migration is no upgrade.
 */
export function holdsEvents(url: string): Promise<boolean> {
  const names = `name IN ('clicks', 'clicks_archive', 'conversions')`;
  return hasTable(url, `${names} AND (total_rows IS NULL OR total_rows > 0)`);
}

async function hasTable(url: string, condition: string): Promise<boolean> {
  const server = new URL(url);
  const database = decodeURIComponent(server.pathname.slice(1)) || 'default';
  server.pathname = '/';
  const clickHouse = connectClickHouse(server.href);
  try {
    const answer = await clickHouse.query({
      query: `SELECT 1 FROM system.tables WHERE database = {database:String} AND ${condition}`,
      query_params: { database },
      format: 'JSONEachRow',
    });
    return (await answer.json()).length > 0;
  } finally {
    await clickHouse.close();
  }
}

/** The names of the folder's migrations, in their order. */
export async function migrationFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

async function migrate(
  clickHouse: ClickHouse,
  { folder, only, waitMs = 10_000 }: Options,
): Promise<void> {
  const files = (await migrationFiles(folder)).filter((file) => only?.includes(file) ?? true);
  const applied = await appliedStatements(clickHouse);
  refuseNewer(applied, files);

  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    const checksum = new Bun.CryptoHasher('sha256').update(text).digest('hex');
    const done = applied.filter((one) => one.file === file);
    if (done.some((one) => one.checksum !== checksum)) {
      throw new ChangedMigration(`clickhouse/${file} has changed since it was applied`);
    }
    for (const [statement, query] of splitStatements(text).entries()) {
      if (done.some((one) => one.statement === statement)) continue;
      await untilDroppable(clickHouse, query, waitMs);
      await clickHouse.command({ query });
      await record(clickHouse, { file, statement, checksum });
    }
  }
}

/**
 * ClickHouse refuses to drop a projection (error 36) while it still builds it for the rows that an
 * earlier migration found.
 *
 * @throws ClickHouseStillWorking after `waitMs`
 */
async function untilDroppable(
  clickHouse: ClickHouse,
  query: string,
  waitMs: number,
): Promise<void> {
  const projections = [...query.matchAll(/DROP PROJECTION IF EXISTS (\w+)/g)].map(
    ([, name]) => name,
  );
  const table = /^ALTER TABLE (\w+)/.exec(query)?.[1];
  if (projections.length === 0 || table === undefined) return;
  for (const untilMs = performance.now() + waitMs; ; await Bun.sleep(pollMs)) {
    const answer = await clickHouse.query({
      query: `
        SELECT command, latest_fail_reason FROM system.mutations
        WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done
          AND extract(command, 'PROJECTION (?:IF EXISTS )?(\\w+)') IN {projections:Array(String)}
        LIMIT 1`,
      query_params: { table, projections },
      format: 'JSONCompactEachRow',
    });
    const [building] = await answer.json<[command: string, failure: string]>();
    if (building === undefined) return;
    if (performance.now() < untilMs) continue;
    const [command, failure] = building;
    const reason = failure === '' ? '' : `, which last failed with: ${failure}`;
    throw new ClickHouseStillWorking(`ClickHouse still works on ${table}: ${command}${reason}`);
  }
}

function refuseNewer(applied: readonly Applied[], files: readonly string[]): void {
  const unknown = applied.find(({ file }) => !files.includes(file));
  if (unknown === undefined) return;
  throw new ChangedMigration(
    `the data in ClickHouse is of a newer version of Waypost, which has applied ${unknown.file}: start that version`,
  );
}

/** The statement that creates the table of applied statements. */
export const recordsTable = `CREATE TABLE IF NOT EXISTS migrations (
  file String,
  statement UInt32,
  checksum String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = MergeTree ORDER BY (file, statement)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

async function appliedStatements(clickHouse: ClickHouse): Promise<readonly Applied[]> {
  await clickHouse.command({ query: recordsTable });
  return recordsIn(clickHouse);
}

async function recordsIn(clickHouse: ClickHouse): Promise<readonly Applied[]> {
  const answer = await clickHouse.query({
    query: 'SELECT file, statement, checksum FROM migrations',
    format: 'JSONEachRow',
  });
  return answer.json<Applied>();
}

async function record(clickHouse: ClickHouse, applied: Applied): Promise<void> {
  await clickHouse.insert({
    table: 'migrations',
    columns: ['file', 'statement', 'checksum'],
    values: [applied],
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0 },
  });
}
