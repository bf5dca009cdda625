import type postgres from 'postgres';
import type { DatedSources, EndingTrial, ExpiredLink } from '#core/notices/ports';

/** Events whose time is known in advance and that have no notice yet, in Postgres. */
export function postgresDatedSources(sql: postgres.Sql): DatedSources {
  return {
    endingTrials: ({ after, until, daysLeft, limit }) => sql<EndingTrial[]>`
      SELECT users.id, users.email, users.first_name AS "firstName", users.verified,
        users.trial_ends_at AS "trialEndsAt",
        coalesce(settings.email_notifications, true) AS "wantsMail"
      FROM users LEFT JOIN settings ON settings.user_id = users.id
      WHERE users.subscription_status = 'trial'
        AND users.trial_ends_at > ${after} AND users.trial_ends_at <= ${until}
        AND NOT EXISTS (
          SELECT FROM notices
          WHERE notices.user_id = users.id AND notices.kind = 'trial_ending'
            AND notices.count = ${daysLeft}
            AND notices.happened_at = date_trunc('milliseconds', users.trial_ends_at)
              - make_interval(hours => ${24 * daysLeft}))
      ORDER BY users.trial_ends_at LIMIT ${limit}`,

    expiredLinks: ({ after, until, limit }) => sql<ExpiredLink[]>`
      SELECT id AS "linkId", user_id AS "userId", expired_at AS "expiresAt" FROM (
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
      ORDER BY expired_at LIMIT ${limit}`,
  };
}
