import type postgres from 'postgres';
import type { Activity } from '#contract/accounts/activity';
import type { AuditEntry } from '#core/accounts/audit';

/** Entries that one statement deletes, so that it ends well within its time limit. */
const forgottenAtOnce = 5000;

/**
 * Limits of shown events: of the account's own, of SQL statements, and of events that anybody can
 * cause.
 */
type Limits = { readonly limit: number; readonly statements: number; readonly strangers: number };

const shown: Limits = { limit: 50, statements: 50, strangers: 20 };

export type PostgresAudit = {
  /** See `RecentActivity`. */
  newest(userId: string, limits?: Limits): Promise<readonly Activity[]>;
  /** Adds entries to the trail, in order. */
  add(entries: readonly AuditEntry[]): Promise<void>;
  /** Removes entries older than a year. */
  forget(): Promise<number>;
};

/** The audit trail in Postgres. Triggers there prevent changes of its rows. */
export function postgresAudit(sql: postgres.Sql): PostgresAudit {
  return {
    async newest(userId, { limit, statements, strangers } = shown) {
      // The conditions are those of the partial indexes.
      const some = (condition: postgres.PendingQuery<postgres.Row[]>, most: number) => sql`
        (SELECT id, at, event, outcome, actor, network, detail FROM audit_events
        WHERE user_id = ${userId} AND ${condition} ORDER BY id DESC LIMIT ${most})`;
      const isAnybodys = sql`
        (actor = 'nobody' AND (outcome = 'refused' OR event = 'reset_requested'))`;
      return sql<Activity[]>`
        SELECT id::text, at, event, outcome, actor, nullif(network, '') AS network, detail
        FROM (
          ${some(sql`event <> 'statement_run' AND NOT ${isAnybodys}`, limit)} UNION ALL
          ${some(sql`event <> 'statement_run' AND ${isAnybodys}`, strangers)} UNION ALL
          ${some(sql`event = 'statement_run'`, statements)}
        ) AS events
        ORDER BY events.id DESC`;
    },

    async add(entries) {
      await sql`
        INSERT INTO audit_events (at, event, outcome, actor, user_id, network, request_id, detail)
        SELECT "at", event, outcome, actor, users.id,
          CASE WHEN "userId" IS NULL OR users.id IS NOT NULL THEN network ELSE '' END, "requestId",
          CASE WHEN users.id IS NOT NULL THEN detail END
        FROM jsonb_to_recordset(${JSON.stringify(entries.map(rowOf))}::text::jsonb) AS noted (
          place integer, "at" timestamptz, event text, outcome text, actor text, "userId" uuid,
          email text, network text, "requestId" uuid, detail text)
        LEFT JOIN users ON users.id = "userId" OR lower(users.email) = lower(noted.email)
        ORDER BY place`;
    },

    async forget() {
      let deleted = 0;
      for (;;) {
        const { count } = await sql`
          DELETE FROM audit_events WHERE id IN (
            SELECT id FROM audit_events WHERE at < now() - interval '1 year' LIMIT ${forgottenAtOnce})`;
        deleted += count;
        if (count < forgottenAtOnce) return deleted;
      }
    },
  };
}

function rowOf({ account, atMs, ...entry }: AuditEntry, place: number) {
  return {
    ...entry,
    place,
    at: new Date(atMs).toISOString(),
    userId: account.kind === 'known' ? account.userId : null,
    email: account.kind === 'named' ? account.email.trim() : null,
  };
}
