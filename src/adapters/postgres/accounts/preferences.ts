import type postgres from 'postgres';
import type { PreferencesOfAccounts } from '#core/notices/ports';
import { usualPreferences } from '#core/notices/preferences';

type Row = {
  readonly user_id: string;
  readonly email_notifications: boolean;
  readonly conversion_alerts: boolean;
  readonly conversion_alerts_since: Date;
};

/** People's notification preferences in Postgres. */
export function postgresPreferences(sql: postgres.Sql): PreferencesOfAccounts {
  return {
    async of(userIds) {
      const rows = await sql<Row[]>`
        SELECT user_id, email_notifications, conversion_alerts, conversion_alerts_since
        FROM settings WHERE user_id = ANY(${[...userIds]}::uuid[])`;
      return new Map(
        rows.map((row) => [
          row.user_id,
          {
            email: row.email_notifications,
            conversionAlerts: row.conversion_alerts,
            conversionsSince: row.conversion_alerts_since,
          },
        ]),
      );
    },

    async keep(userId, { email = null, conversionAlerts = null, conversionsSince = null }) {
      const usual = usualPreferences;
      await sql`
        INSERT INTO settings (
          user_id, email_notifications, conversion_alerts, conversion_alerts_since)
        VALUES (${userId}, ${email ?? usual.email}, ${conversionAlerts ?? usual.conversionAlerts},
          ${conversionsSince ?? usual.conversionsSince})
        ON CONFLICT (user_id) DO UPDATE SET
          email_notifications = coalesce(${email}::boolean, settings.email_notifications),
          conversion_alerts = coalesce(${conversionAlerts}::boolean, settings.conversion_alerts),
          conversion_alerts_since =
            coalesce(${conversionsSince}::timestamptz, settings.conversion_alerts_since)`;
    },
  };
}
