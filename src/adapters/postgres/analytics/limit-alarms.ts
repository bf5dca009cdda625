import type postgres from 'postgres';
import type { Alerts } from '#core/alerts/ports';

/** Alarms of click limits that one alert raises in a day. */
const mostInADay = 20;
const linksAtOnce = 1000;
const accountsAtOnce = 1000;

/** Alarms of limits that are near. */
export function limitAlarmsIn(sql: postgres.Sql) {
  return {
    async raiseNear(near, at) {
      for (let from = 0; from < near.length; from += linksAtOnce) {
        const links = JSON.stringify(
          near
            .slice(from, from + linksAtOnce)
            .map(({ mostClicks: most, ...link }) => ({ ...link, most })),
        );
        // oxlint-disable-next-line no-await-in-loop
        await sql`
          INSERT INTO alarms (id, alert_id, user_id, link_id, limit_version, began_at, until, seen,
            expected, raised_at, ended_at, end_told_at)
          SELECT gen_random_uuid(), alert_id, user_id, link_id, version, ${at}, ${at}, clicks, most,
            ${at}, ${at}, ${at}
          FROM (${nearLimits(sql, links, at)}) AS found
          WHERE place <= ${mostInADay}
          ON CONFLICT DO NOTHING`;
      }
    },

    async judgeLinkCounts({ nearFrom, most }, at) {
      await sql`
        UPDATE alarms SET ended_at = ${at} FROM alerts, link_counts
        WHERE alerts.kind = 'limit' AND alerts.is_enabled AND alarms.alert_id = alerts.id
          AND alarms.ended_at IS NULL AND link_counts.user_id = alerts.user_id
          AND link_counts.links < ${nearFrom}`;
      await sql`
        INSERT INTO alarms (id, alert_id, user_id, began_at, until, seen, expected, raised_at)
        SELECT gen_random_uuid(), alerts.id, alerts.user_id, ${at}, ${at}, links, ${most}, ${at}
        FROM alerts JOIN link_counts ON link_counts.user_id = alerts.user_id
        WHERE kind = 'limit' AND is_enabled AND link_id IS NULL AND tag_id IS NULL
          AND links >= ${nearFrom} AND NOT EXISTS (
            SELECT FROM alarms WHERE alarms.alert_id = alerts.id AND ended_at IS NULL)
        LIMIT ${accountsAtOnce}
        ON CONFLICT DO NOTHING`;
    },
  } satisfies Partial<Alerts>;
}

/**
 * The alerts that these links raise for the first time, numbered for each alert, after those that it
 * raised within a day. `links`: JSON of the near links. Not those whose limit has changed meanwhile.
 */
function nearLimits(sql: postgres.ISql, links: string, at: Date) {
  return sql`
    SELECT alerts.id AS alert_id, alerts.user_id, links.id AS link_id, near.version, clicks, most,
      row_number() OVER (PARTITION BY alerts.id ORDER BY clicks::float / most DESC, links.id) + (
        SELECT count(*) FROM alarms
        WHERE alarms.alert_id = alerts.id AND alarms.link_id IS NOT NULL
          AND raised_at > ${at}::timestamptz - interval '1 day') AS place
    FROM jsonb_to_recordset(${links}::text::jsonb)
      AS near ("linkId" uuid, most int, version int, clicks int)
    JOIN links ON links.id = "linkId" AND expires_after_clicks = most
      AND click_limit_version = near.version AND clicks_reached_at IS NULL
      AND coalesce(expires_at > ${at}, true)
    JOIN alerts ON alerts.user_id = links.user_id AND kind = 'limit' AND is_enabled
      AND coalesce(alerts.link_id = links.id, true)
      AND (alerts.tag_id IS NULL OR EXISTS (
        SELECT FROM link_tags WHERE link_tags.link_id = links.id AND tag_id = alerts.tag_id))
    WHERE NOT EXISTS (
      SELECT FROM alarms
      WHERE alarms.link_id = links.id AND alarms.alert_id = alerts.id AND limit_version = near.version
        AND expected = most)`;
}
