import type postgres from 'postgres';

/** Says for one instance how old its oldest unsent visit is. */
export type ReportUnsent = (report: {
  /** When the spool was looked at, before looking: epoch milliseconds. */
  readonly seenAtMs: number;
  /** When the oldest visit came that is not stored yet; null when all are. */
  readonly oldestUnsentMs: number | null;
}) => Promise<void>;

/** Reports under an id that lives as long as the instance's spool does, restarts included. */
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
