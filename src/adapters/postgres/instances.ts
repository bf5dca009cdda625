import type postgres from 'postgres';

/** Reports the age of one instance's oldest unsent visit. */
export type ReportUnsent = (report: {
  /** When the check of the spool began: epoch milliseconds. */
  readonly seenAtMs: number;
  /** When the oldest visit arrived that is not stored yet; null when all are stored. */
  readonly oldestUnsentMs: number | null;
}) => Promise<void>;

/** The ids of the other running instances. Each running instance reports every two seconds. */
export async function otherInstances(sql: postgres.Sql, ownId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM instances WHERE seen_at > now() - interval '10 seconds' AND id <> ${ownId}`;
  return rows.map(({ id }) => id);
}

/** The number of instances that have run since `since`; at least one. */
export async function instancesSince(sql: postgres.Sql, since: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT greatest(count(*), 1)::int AS count FROM instances WHERE seen_at >= ${since}`;
  return row?.count ?? 1;
}

/** Reports under an id that is kept in the instance's spool, also across restarts. */
export function postgresInstance(sql: postgres.Sql, id: string): ReportUnsent {
  return async ({ seenAtMs, oldestUnsentMs }) => {
    const oldest = oldestUnsentMs === null ? null : new Date(oldestUnsentMs);
    await sql`
      INSERT INTO instances (id, seen_at, oldest_unsent_at)
      VALUES (${id}, ${new Date(seenAtMs)}, ${oldest})
      ON CONFLICT (id) DO UPDATE
      SET seen_at = excluded.seen_at, oldest_unsent_at = excluded.oldest_unsent_at`;
  };
}
