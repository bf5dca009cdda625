import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type { Notice, NoticeWithMail } from '#core/notices/notice';
import type { Notices } from '#core/notices/ports';
import { queueMail, type MailSeal } from './outbox.ts';

/** Notices in Postgres. Their unique key prevents repeated notices. */
export function postgresNotices(sql: postgres.Sql, seal: MailSeal): Notices {
  return {
    async add(noticesWithMails) {
      await sql.begin(async (tx) => {
        await holdSubjects(tx, noticesWithMails);
        const isNew = await keepNotices(tx, noticesWithMails);
        for (const { mail, notice } of noticesWithMails) {
          const { userId } = notice;
          if (mail !== null && isNew.has(nameOf(notice)))
            await queueMail(tx, { mail, userId, seal });
        }
      });
    },

    async newest(userId, limit) {
      const [notices, [counted]] = await Promise.all([
        sql<Notice[]>`
          SELECT notices.id, notices.kind, notices.count, notices.amounts, notices.text,
            notices.happened_at AS "happenedAt", notices.read_at IS NOT NULL AS "isRead",
            CASE WHEN links.id IS NOT NULL THEN jsonb_build_object(
              'id', links.id, 'name', ${shownName(sql)}, 'title', links.title) END AS link
          FROM notices LEFT JOIN links ON links.id = notices.link_id
          WHERE notices.user_id = ${userId}
          ORDER BY notices.happened_at DESC, notices.id DESC LIMIT ${limit}`,
        sql<{ unread: number }[]>`
          SELECT count(*)::int AS unread FROM notices
          WHERE user_id = ${userId} AND read_at IS NULL`,
      ]);
      return { notices, unread: counted?.unread ?? 0 };
    },

    async markRead(userId, which, at) {
      await sql`
        WITH held AS (
          SELECT id FROM notices WHERE user_id = ${userId} AND read_at IS NULL
          ${which === 'all' ? sql`` : sql`AND id = ANY(${[...which]}::uuid[])`}
          ORDER BY event_key FOR UPDATE)
        UPDATE notices SET read_at = ${at} FROM held WHERE notices.id = held.id`;
    },

    async forget({ before, beyond, settledBefore }) {
      await sql`DELETE FROM notices WHERE happened_at < ${before}`;
      await sql`
        DELETE FROM notices USING (
          SELECT id, row_number() OVER (
            PARTITION BY user_id ORDER BY happened_at DESC, id DESC) AS place
          FROM notices) AS ranked
        WHERE notices.id = ranked.id AND place > ${beyond}
          AND notices.happened_at < ${settledBefore}`;
    },
  };
}

/** Creates a notice that the password has changed, in the transaction that changes it. */
export async function recordChangedPassword(
  tx: postgres.TransactionSql,
  userId: string,
): Promise<void> {
  await tx`
    INSERT INTO notices (user_id, event_key, kind, happened_at)
    VALUES (${userId}, ${`password changed ${crypto.randomUUID()}`}, 'password_changed', now())`;
}

/**
 * Locks accounts before links, like the removal of an account does, so that there is no deadlock.
 */
async function holdSubjects(
  tx: postgres.TransactionSql,
  noticesWithMails: readonly NoticeWithMail[],
): Promise<void> {
  const userIds = [...new Set(noticesWithMails.map(({ notice }) => notice.userId))];
  const linkIds = [...new Set(noticesWithMails.flatMap(({ notice }) => notice.linkId ?? []))];
  await tx`
    SELECT FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR KEY SHARE`;
  await tx`
    SELECT FROM links WHERE id = ANY(${linkIds}::uuid[]) ORDER BY id FOR KEY SHARE`;
}

/**
 * The names of the new notices. Several notices are written sorted by account and event, so that
 * there is no deadlock.
 */
async function keepNotices(
  tx: postgres.TransactionSql,
  noticesWithMails: readonly NoticeWithMail[],
): Promise<ReadonlySet<string>> {
  const told = JSON.stringify(noticesWithMails.map(({ notice }) => notice));
  const rows = await tx<{ user_id: string; event_key: string }[]>`
    WITH kept AS (
      INSERT INTO notices (user_id, event_key, kind, link_id, count, amounts, text, happened_at)
      SELECT "userId", "eventKey", told.kind, "linkId", told.count, told.amounts, told.text, "happenedAt"
      FROM jsonb_to_recordset(${told}::text::jsonb) AS told (
        "userId" uuid, "eventKey" text, kind text, "linkId" uuid, count integer, amounts jsonb,
        text text, "happenedAt" timestamptz)
      JOIN users ON users.id = "userId"
      LEFT JOIN links ON links.id = "linkId" AND links.user_id = "userId"
      WHERE "linkId" IS NULL OR links.id IS NOT NULL
      ORDER BY "userId", "eventKey"
      ON CONFLICT (user_id, event_key) DO UPDATE SET
        count = excluded.count, amounts = excluded.amounts, happened_at = excluded.happened_at,
        read_at = NULL
        WHERE notices.count < excluded.count
      RETURNING user_id, event_key, xmax = 0 AS is_new)
    SELECT user_id, event_key FROM kept WHERE is_new`;
  return new Set(rows.map((row) => nameOf({ userId: row.user_id, eventKey: row.event_key })));
}

function nameOf({ userId, eventKey }: { userId: string; eventKey: string }): string {
  return `${userId} ${eventKey}`;
}
