import type postgres from 'postgres';
import { usualDefaults } from '#core/links/link-defaults';
import type { KeptDefaults } from '#core/links/ports';

type Row = {
  link_track_clicks: boolean;
  link_track_conversions: boolean;
  link_expiration_days: number | null;
};

/** Accounts' defaults for new links, in Postgres. */
export function postgresLinkDefaults(sql: postgres.Sql): KeptDefaults {
  return {
    async of(userId) {
      const [row] = await sql<Row[]>`
        SELECT link_track_clicks, link_track_conversions, link_expiration_days
        FROM settings WHERE user_id = ${userId}`;
      if (row === undefined) return null;

      return {
        trackClicks: row.link_track_clicks,
        trackConversions: row.link_track_conversions,
        expirationDays: row.link_expiration_days,
      };
    },

    async keep(userId, { trackClicks = null, trackConversions = null, expirationDays: days }) {
      const usual = usualDefaults;
      await sql`
        INSERT INTO settings (user_id, link_track_clicks, link_track_conversions, link_expiration_days)
        VALUES (${userId}, ${trackClicks ?? usual.trackClicks},
          ${trackConversions ?? usual.trackConversions}, ${days ?? null})
        ON CONFLICT (user_id) DO UPDATE SET
          link_track_clicks = coalesce(${trackClicks}::boolean, settings.link_track_clicks),
          link_track_conversions =
            coalesce(${trackConversions}::boolean, settings.link_track_conversions),
          link_expiration_days = CASE WHEN ${days === undefined}
            THEN settings.link_expiration_days ELSE excluded.link_expiration_days END`;
    },
  };
}
