import type { Sql } from '#adapters/postgres/connect';

/** A finished backup. */
export type BackupRun = {
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The place of the backup, without credentials. */
  readonly place: string;
  /** Bytes that the backup added there. */
  readonly bytes: number;
};

/** Records a finished backup; forgets those of more than a year ago. */
export async function recordBackup(sql: Sql, run: BackupRun): Promise<void> {
  await sql`
    INSERT INTO backups (id, started_at, finished_at, place, bytes)
    VALUES (${run.id}, ${run.startedAt}, ${run.finishedAt}, ${run.place}, ${run.bytes})
    ON CONFLICT (id) DO NOTHING`;
  await sql`DELETE FROM backups WHERE started_at < now() - interval '1 year'`;
}

/**
 * When the last finished backup at this place began; it contains everything that was accepted
 * before. Null when there is none. A backup whose date lies in the future (a wrong clock) does not
 * count, because no other backup would be due before that date.
 */
export async function lastBackup(sql: Sql, place: string): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    SELECT max(started_at) AS at FROM backups
    WHERE place = ${place} AND ${hasBegun(sql)}`;
  return row?.at ?? null;
}

/** When the last backup was completed, epoch milliseconds; null when there is none. */
export async function lastBackupCompletedMs(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    SELECT max(finished_at) AS at FROM backups WHERE ${hasBegun(sql)}`;
  return row?.at?.getTime() ?? null;
}

function hasBegun(sql: Sql) {
  return sql`started_at < now() + interval '1 hour'`;
}

/**
 * The number of links and accounts that were ever deleted. The time of the last deletion would not
 * be enough: deletions can be committed in another order, and a clock can be set back.
 */
export async function countDeletions(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: string }[]>`
    SELECT (SELECT count(*) FROM erasures) + (SELECT count(*) FROM deleted_accounts) AS count`;
  return Number(row?.count);
}
