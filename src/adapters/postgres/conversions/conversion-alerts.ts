import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type { Amount } from '#core/notices/notice';
import type { AlertedNotice, DueAlert } from '#core/notices/alert-conversions';
import type { ConversionAlerts } from '#core/notices/ports';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';

type DueRow = {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly is_mailed: boolean;
  readonly notice_id: string;
  readonly told_count: number;
  readonly mailed_count: number;
  readonly amounts: readonly Amount[];
  readonly link_name: string;
};

const noticesAtOnce = 1000;

/** Conversions that are still to be mailed, in Postgres. */
export function postgresConversionAlerts(sql: postgres.Sql, seal: MailSeal): ConversionAlerts {
  return {
    async due(mailedBefore, limit) {
      const rows = await sql<DueRow[]>`
        WITH due AS (
          SELECT DISTINCT notices.user_id FROM notices
          LEFT JOIN conversion_alerts USING (user_id)
          WHERE notices.kind = 'conversions' AND notices.mailed_count < notices.count
            AND (conversion_alerts.mailed_at IS NULL
              OR conversion_alerts.mailed_at <= ${mailedBefore})
          LIMIT ${limit})
        SELECT users.id, users.email, users.first_name,
          users.verified AND coalesce(settings.email_notifications, true) AS is_mailed,
          notices.id AS notice_id, notices.count AS told_count, notices.mailed_count,
          notices.amounts, ${shownName(sql)} AS link_name
        FROM due
        JOIN users ON users.id = due.user_id
        LEFT JOIN settings ON settings.user_id = users.id
        JOIN notices ON notices.user_id = users.id
          AND notices.kind = 'conversions' AND notices.mailed_count < notices.count
        JOIN links ON links.id = notices.link_id
        ORDER BY users.id, notices.happened_at LIMIT ${noticesAtOnce}`;
      const accounts = Map.groupBy(rows, ({ id }) => id);
      return [...accounts.values()].flatMap(dueFrom);
    },

    async settle(alert, { now, mailedBefore }, mail) {
      await sql.begin(async (tx) => {
        const taken = await tx`
          INSERT INTO conversion_alerts (user_id, mailed_at)
          SELECT id, ${mail === null ? mailedBefore : now} FROM users WHERE id = ${alert.id}
          ON CONFLICT (user_id) DO UPDATE SET mailed_at = excluded.mailed_at
            WHERE conversion_alerts.mailed_at <= ${mailedBefore}
          RETURNING user_id`;
        if (taken.length === 0) return;
        await countAsMailed(tx, alert);
        if (mail !== null) await queueMail(tx, { mail, userId: alert.id, seal });
      });
    },
  };
}

async function countAsMailed(tx: postgres.TransactionSql, alert: DueAlert): Promise<void> {
  const counts = alert.notices.map(({ noticeId, toldCount }) => ({ noticeId, toldCount }));
  // Rows are locked in the order in which notices are written, so that there is no deadlock.
  await tx`
    SELECT FROM notices WHERE id = ANY(${counts.map(({ noticeId }) => noticeId)}::uuid[])
    ORDER BY user_id, event_key FOR UPDATE`;
  await tx`
    UPDATE notices SET mailed_count = "toldCount"
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb) AS mailed (
      "noticeId" uuid, "toldCount" integer)
    WHERE notices.id = "noticeId" AND notices.mailed_count < "toldCount"`;
}

function dueFrom(rows: readonly DueRow[]): DueAlert[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { id, email, first_name: firstName, is_mailed: isMailed } = first;
  return [{ id, email, firstName, isMailed, notices: rows.map(alertedFrom) }];
}

function alertedFrom(row: DueRow): AlertedNotice {
  return {
    noticeId: row.notice_id,
    toldCount: row.told_count,
    count: row.told_count - row.mailed_count,
    amounts: row.amounts,
    linkName: row.link_name,
  };
}
