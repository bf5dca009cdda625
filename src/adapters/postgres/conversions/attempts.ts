import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type { Attempt, AttemptReason } from '#core/conversions/reports/attempt';
import type { ListAttemptsPorts } from '#core/conversions/reports/list-attempts';

type Row = Pick<Attempt, 'source' | 'outcome' | 'value' | 'currency'> & {
  readonly link_id: string;
  readonly received_at: Date;
  readonly reason: AttemptReason;
  readonly event_type: string;
  readonly order_id: string;
  readonly has_click_id: boolean;
};

const keptPerLink = 100;

/** The stored reports of the debug list. */
export type PostgresAttempts = ListAttemptsPorts['attempts'] & {
  /**
   * Stores them, except for those of deleted links, and deletes old ones and those above the limit.
   */
  store(attempts: readonly Attempt[]): Promise<void>;
};

export function postgresAttempts(sql: postgres.Sql): PostgresAttempts {
  return {
    async newest(userId, linkId, limit) {
      const [own] = await sql`SELECT FROM links WHERE id = ${linkId} AND user_id = ${userId}`;
      if (own === undefined) return null;
      const rows = await sql<Row[]>`
        SELECT link_id, received_at, source, outcome, reason, event_type, value, currency,
          order_id, has_click_id
        FROM conversion_attempts
        WHERE link_id = ${linkId} AND received_at > now() - interval '7 days'
        ORDER BY id DESC LIMIT ${limit}`;
      return rows.map(attemptFromRow);
    },

    async newestUntracked(userId, limit) {
      const rows = await sql<(Row & { readonly link_name: string })[]>`
        SELECT link_id, received_at, source, outcome, reason, event_type, value, currency,
          order_id, has_click_id, ${shownName(sql)} AS link_name
        FROM conversion_attempts JOIN links ON links.id = link_id
        WHERE links.user_id = ${userId} AND NOT links.track_conversions
          AND received_at > now() - interval '7 days'
        ORDER BY conversion_attempts.id DESC LIMIT ${limit}`;
      return rows.map((row) => ({ ...attemptFromRow(row), linkName: row.link_name }));
    },

    async store(attempts) {
      const linkIds = [...new Set(attempts.map(({ linkId }) => linkId))];
      await sql.begin(async (tx) => {
        await insert(tx, attempts);
        await tx`
          DELETE FROM conversion_attempts WHERE id IN (
            SELECT id FROM (
              SELECT id, row_number() OVER (PARTITION BY link_id ORDER BY id DESC) AS place
              FROM conversion_attempts WHERE link_id = ANY(${linkIds}::uuid[])
            ) AS ranked WHERE place > ${keptPerLink})`;
        await tx`
          DELETE FROM conversion_attempts WHERE received_at < now() - interval '7 days'`;
      });
    },
  };
}

async function insert(sql: postgres.ISql, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(({ atMs, ...attempt }) => ({
    ...attempt,
    receivedAt: new Date(atMs).toISOString(),
  }));
  await sql`
    INSERT INTO conversion_attempts (link_id, received_at, source, outcome, reason, event_type,
      value, currency, order_id, has_click_id)
    SELECT links.id, "receivedAt", source, outcome, reason, "eventType", value, currency,
      "orderId", "hasClickId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS sent (
      "linkId" uuid, "receivedAt" timestamptz, source text, outcome text, reason text,
      "eventType" text, value text, currency text, "orderId" text, "hasClickId" boolean)
    JOIN links ON links.id = "linkId"`;
}

function attemptFromRow(row: Row): Attempt {
  return {
    linkId: row.link_id,
    atMs: row.received_at.getTime(),
    source: row.source,
    outcome: row.outcome,
    reason: row.reason,
    eventType: row.event_type,
    value: row.value,
    currency: row.currency,
    orderId: row.order_id,
    hasClickId: row.has_click_id,
  };
}
