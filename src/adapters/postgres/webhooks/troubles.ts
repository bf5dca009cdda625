import type postgres from 'postgres';
import type { WebhookTroubles } from '#core/webhooks/ports';
import type { TroubledWebhook } from '#core/webhooks/tell-owner';
import { dropWaiting } from './webhooks.ts';

type Row = Omit<TroubledWebhook, 'reader'> & TroubledWebhook['reader'];

/** The columns that say when the owner was told of a trouble, and since when it goes on. */
const marks = {
  disabled: ['disabled_told_at', 'disabled_at'],
  failing: ['warned_at', 'failing_since'],
  behind: ['behind_told_at', 'behind_since'],
} as const;

/** Webhooks that fail, were switched off, or get more than they take, in Postgres. */
export function postgresTroubles(sql: postgres.Sql): WebhookTroubles {
  return {
    async disableFailing({ failingBefore, leastFailures, at }) {
      await sql.begin(async (tx) => {
        const disabled = await tx<{ id: string }[]>`
          UPDATE webhooks SET is_enabled = false, disabled_reason = 'failing', disabled_at = ${at}
          WHERE is_enabled AND failing_since <= ${failingBefore} AND failures >= ${leastFailures}
          RETURNING id`;
        for (const { id } of disabled) await dropWaiting(tx, id);
      });
    },

    async markBehind(most, at) {
      await sql`
        WITH counted AS (
          SELECT webhooks.id, (
            SELECT count(*) FROM webhook_deliveries JOIN events ON events.id = event_id
            WHERE webhook_id = webhooks.id AND state = 'waiting' AND type = 'clicks.recorded'
          ) >= ${most} AS "isBehind"
          FROM webhooks WHERE is_enabled AND 'clicks.recorded' = ANY(webhooks.events))
        UPDATE webhooks SET behind_since = CASE WHEN "isBehind" THEN ${at}::timestamptz END,
          behind_told_at = NULL
        FROM counted
        WHERE webhooks.id = counted.id AND "isBehind" <> (behind_since IS NOT NULL)`;
    },

    async untold(failingBefore, most) {
      const rows = await sql<Row[]>`
        WITH troubled AS (
          SELECT id, user_id, url, disabled_reason, 'disabled' AS trouble, disabled_at AS since
          FROM webhooks WHERE disabled_reason IS NOT NULL AND disabled_told_at IS NULL
          UNION ALL
          SELECT id, user_id, url, NULL, 'failing', failing_since FROM webhooks
          WHERE is_enabled AND failing_since <= ${failingBefore} AND warned_at IS NULL
          UNION ALL
          SELECT id, user_id, url, NULL, 'behind', behind_since FROM webhooks
          WHERE is_enabled AND behind_since IS NOT NULL AND behind_told_at IS NULL
          LIMIT ${most})
        SELECT troubled.id, troubled.user_id AS "userId", url, disabled_reason AS reason, trouble,
          since, email, first_name AS "firstName", verified,
          verified AND coalesce(email_notifications, true) AS "isMailed"
        FROM troubled JOIN users ON users.id = troubled.user_id
        LEFT JOIN settings ON settings.user_id = users.id`;
      return rows.map(({ email, firstName, verified, isMailed, ...webhook }) => ({
        ...webhook,
        reader: { email, firstName, verified, isMailed },
      }));
    },

    async told({ id, trouble, since }, at) {
      const [told, began] = marks[trouble];
      await sql`
        UPDATE webhooks SET ${sql(told)} = ${at}
        WHERE id = ${id} AND date_trunc('milliseconds', ${sql(began)}) = ${since}`;
    },
  };
}
