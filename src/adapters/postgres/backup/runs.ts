import type { Sql } from '#adapters/postgres/connect';

/** A finished backup. */
export type BackupRun = {
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Where it is, without credentials. */
  readonly place: string;
  /** Bytes that it added there. */
  readonly bytes: number;
};

/** Records a finished backup; forgets those of more than a year ago. */
export async function noteBackup(sql: Sql, run: BackupRun): Promise<void> {
  await sql`
    INSERT INTO backups (id, started_at, finished_at, place, bytes)
    VALUES (${run.id}, ${run.startedAt}, ${run.finishedAt}, ${run.place}, ${run.bytes})
    ON CONFLICT (id) DO NOTHING`;
  await sql`DELETE FROM backups WHERE started_at < now() - interval '1 year'`;
}
