import type postgres from 'postgres';
import type { Activity, AuditEntry, RecentActivityPorts } from '#core/accounts/audit';

type Row = Pick<Activity, 'id' | 'at' | 'event' | 'outcome' | 'actor' | 'network' | 'detail'>;

export type PostgresAudit = RecentActivityPorts['activity'] & {
  /** Adds entries to the trail, in order. */
  add(entries: readonly AuditEntry[]): Promise<void>;
  /** Removes entries older than a year. */
  forget(): Promise<void>;
};

/** The audit trail in Postgres. Triggers there prevent changes of its rows. */
export function postgresAudit(sql: postgres.Sql): PostgresAudit {
  return {
    async newest(userId, { limit, statements }) {
      const columns = sql`id, at, event, outcome, actor, network, detail`;
      return sql<Row[]>`
        WITH apart AS (
          SELECT ${columns} FROM audit_events
          WHERE user_id = ${userId} AND event <> 'statement_run'
          ORDER BY id DESC LIMIT ${limit}
        ), statements AS (
          SELECT ${columns} FROM audit_events
          WHERE user_id = ${userId} AND event = 'statement_run'
          ORDER BY id DESC LIMIT ${statements}
        )
        SELECT id::text, at, event, outcome, actor, network, detail
        FROM (SELECT * FROM apart UNION ALL SELECT * FROM statements) AS events
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
      await sql`DELETE FROM audit_events WHERE at < now() - interval '1 year'`;
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
