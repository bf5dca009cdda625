import type postgres from 'postgres';
import type { ForgetNoticesPorts } from '#core/notices/forget-notices';
import type { NotifyOfEndingTrialsPorts } from '#core/notices/notify-of-ending-trials';
import type { NotifyOfExpiredLinksPorts } from '#core/notices/notify-of-expired-links';

type TrialRow = {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly verified: boolean;
  readonly trial_ends_at: Date;
  readonly wants_mail: boolean;
};

/** The notices that come from Postgres's own data, and the deletion of old ones. */
export function postgresNoticeSources(
  sql: postgres.Sql,
): NotifyOfEndingTrialsPorts['trials'] &
  NotifyOfExpiredLinksPorts['links'] &
  ForgetNoticesPorts['notices'] {
  return {
    async untoldEnding({ after, until, daysLeft, limit }) {
      const rows = await sql<TrialRow[]>`
        SELECT users.id, users.email, users.first_name, users.verified, users.trial_ends_at,
          coalesce(settings.email_notifications, true) AS wants_mail
        FROM users LEFT JOIN settings ON settings.user_id = users.id
        WHERE users.subscription_status = 'trial'
          AND users.trial_ends_at > ${after} AND users.trial_ends_at <= ${until}
          AND NOT EXISTS (
            SELECT FROM notices
            WHERE notices.user_id = users.id AND notices.kind = 'trial_ending'
              AND notices.count = ${daysLeft}
              AND notices.happened_at = date_trunc('milliseconds', users.trial_ends_at)
                - make_interval(hours => ${24 * daysLeft}))
        ORDER BY users.trial_ends_at LIMIT ${limit}`;
      return rows.map(trialOf);
    },

    async untoldExpired({ after, until, limit }) {
      const rows = await sql<{ id: string; user_id: string; expires_at: Date }[]>`
        SELECT id, user_id, expired_at AS expires_at FROM (
          SELECT id, user_id, expires_at AS expired_at FROM links
          WHERE expires_at > ${after} AND expires_at <= ${until}
            AND NOT EXISTS (
              SELECT FROM bulk_actions AS bulk
              WHERE bulk.user_id = links.user_id AND bulk.kind = 'expire'
                AND bulk.created_at = links.expires_at)
          UNION ALL
          SELECT id, user_id, clicks_reached_at FROM links
          WHERE clicks_reached_at > ${after} AND clicks_reached_at <= ${until}) AS expired
        WHERE NOT EXISTS (
          SELECT FROM notices
          WHERE notices.link_id = expired.id AND notices.kind = 'link_expired'
            AND notices.happened_at = date_trunc('milliseconds', expired.expired_at))
        ORDER BY expired_at LIMIT ${limit}`;
      return rows.map((row) => ({
        linkId: row.id,
        userId: row.user_id,
        expiresAt: row.expires_at,
      }));
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

function trialOf(row: TrialRow) {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    verified: row.verified,
    trialEndsAt: row.trial_ends_at,
    wantsMail: row.wants_mail,
  };
}
