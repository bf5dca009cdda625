import type postgres from 'postgres';
import { mostAlerts } from '#contract/analytics/alerts';
import type {
  Alarm,
  Alerts,
  DueAlert,
  KnownAlert,
  OwnAlert,
  UntoldAlarm,
} from '#core/alerts/ports';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';
import { limitAlarmsIn } from './limit-alarms.ts';
import { refuseGoneReference } from '#adapters/postgres/or-taken';
import { shownName } from '#adapters/postgres/links/shown-name';

type AlarmRow = Omit<Alarm, 'id' | 'beganAt'> & {
  readonly alarmId: string | null;
  readonly beganAt: Date;
};
type Row = Omit<KnownAlert, 'last'> & AlarmRow;
type UntoldRow = Row &
  Omit<UntoldAlarm['reader'], 'isMailed'> & {
    readonly isEnd: boolean;
    readonly isReaderMailed: boolean;
  };

/** What accounts want to be told of, in Postgres. Its triggers record the events of alarms. */
export function postgresAlerts(parts: ListParts): Alerts {
  const { sql } = parts;
  const list = postgresAccountList<OwnAlert>(parts, {
    table: 'alerts',
    columns: ownColumns(sql),
    order: sql`created_at, id`,
    most: mostAlerts,
    one: 'alert',
    many: 'alerts',
  });

  return {
    ...list,
    add: (userId, alert, chosenId) => list.add(userId, alert, chosenId).catch(refuseGoneReference),
    change(which, change) {
      if (Object.keys(change).length === 0) return list.change(which, change);
      // In the same statement: an alert that was changed is judged after those that are due.
      const judgedAgain = { ...change, dueAt: new Date(parts.clock.now()), trouble: null };
      return list.change(which, judgedAgain);
    },

    async known(userId) {
      const rows = await sql<Row[]>`
        ${knownAlerts(sql)} WHERE alerts.user_id = ${userId} ORDER BY alerts.created_at, alerts.id`;
      return rows.map(knownFrom);
    },

    async due(at, most) {
      const rows = await sql<(Row & Pick<DueAlert, 'dueAt'>)[]>`
        ${knownAlerts(sql, sql`, alerts.due_at AS "dueAt"`)}
        WHERE alerts.is_enabled AND alerts.kind <> 'limit'
          AND coalesce(alerts.due_at <= ${at}, true)
          AND (alerts.kind <> 'silent' OR links.id IS NULL
            OR links.is_active AND coalesce(links.expires_at > ${at}, true))
        ORDER BY coalesce(alerts.due_at, alerts.created_at), alerts.id LIMIT ${most}`;
      return rows.map(({ dueAt, ...row }) => ({ ...knownFrom(row), dueAt }));
    },

    async judged(alert, { dueAt, trouble }) {
      await sql`
        UPDATE alerts SET due_at = ${dueAt}, trouble = ${trouble} WHERE ${unchanged(sql, alert)}`;
    },

    ...alarmsIn(sql),
    ...limitAlarmsIn(sql),
  };
}

function alarmsIn(sql: postgres.Sql) {
  return {
    async raise(alert, alarm) {
      await sql`
        INSERT INTO alarms (id, alert_id, user_id, began_at, until, seen, expected, raised_at)
        SELECT ${alarm.id}, alerts.id, user_id, ${alarm.beganAt}, ${alarm.until}, ${alarm.seen},
          ${alarm.expected}, ${alarm.raisedAt}
        FROM alerts WHERE ${unchanged(sql, alert)} AND user_id = ${alert.userId} AND is_enabled
        ON CONFLICT DO NOTHING`;
    },

    async end(alert, at) {
      await sql`
        UPDATE alarms SET ended_at = ${at}
        WHERE id = ${alert.last?.id ?? null} AND ended_at IS NULL
          AND EXISTS (SELECT FROM alerts WHERE ${unchanged(sql, alert)})`;
    },

    untold: (most) => untold(sql, most),

    async told({ id, isEnd }, at) {
      await sql`
        UPDATE alarms SET told_at = coalesce(told_at, ${at}),
          end_told_at = CASE WHEN ${isEnd} THEN ${at} ELSE end_told_at END
        WHERE id = ${id}`;
    },

    async ofAlarm(userId, alarmId) {
      const [row] = await sql<Row[]>`
        SELECT ${knownColumns(sql)} FROM alarms JOIN alerts ON alerts.id = alarms.alert_id
        ${subjects(sql)}
        WHERE alarms.id = ${alarmId} AND alarms.user_id = ${userId}`;
      return row ? knownFrom(row) : null;
    },

    async forget(before) {
      await sql`DELETE FROM alarms WHERE ended_at < ${before} AND link_id IS NULL`;
    },
  } satisfies Partial<Alerts>;
}

async function untold(sql: postgres.Sql, most: number): Promise<readonly UntoldAlarm[]> {
  const rows = await sql<UntoldRow[]>`
    SELECT ${knownColumns(sql)}, told_at IS NOT NULL AS "isEnd", users.email,
      users.first_name AS "firstName", users.verified,
      alerts.is_mailed AND users.verified AND coalesce(email_notifications, true) AS "isReaderMailed"
    FROM alarms JOIN alerts ON alerts.id = alarms.alert_id
    ${subjects(sql)}
    JOIN users ON users.id = alarms.user_id
    LEFT JOIN settings ON settings.user_id = users.id
    WHERE told_at IS NULL OR ended_at IS NOT NULL AND end_told_at IS NULL
    ORDER BY alarms.raised_at, alarms.id LIMIT ${most}`;
  return rows.flatMap((row) => {
    const { email, firstName, verified, isReaderMailed: isMailed, isEnd, ...known } = row;
    const { last, ...alert } = knownFrom(known);
    const reader = { email, firstName, verified, isMailed };
    return last === null ? [] : [{ alert: { ...alert, last }, isEnd, reader }];
  });
}

function ownColumns(sql: postgres.ISql) {
  return sql`alerts.id, alerts.link_id AS "linkId", alerts.tag_id AS "tagId", alerts.campaign,
    alerts.measure, alerts.kind, alerts.bound, alerts.per, alerts.time_zone AS "timeZone",
    alerts.is_mailed AS "isMailed", alerts.is_enabled AS "isEnabled"`;
}

function knownColumns(sql: postgres.ISql) {
  return sql`${ownColumns(sql)}, alerts.user_id AS "userId", alerts.created_at AS "createdAt",
    alerts.trouble, links.title AS "linkTitle", tags.name AS "tagName",
    CASE WHEN links.id IS NOT NULL THEN ${shownName(sql)} END AS "linkName",
    alarms.id AS "alarmId", alarms.link_id AS "nearLinkId", alarms.began_at AS "beganAt",
    alarms.until, alarms.seen, alarms.expected, alarms.raised_at AS "raisedAt",
    alarms.ended_at AS "endedAt"`;
}

/** True for the alert as it was read when it was due: a change makes it due at another time. */
function unchanged(sql: postgres.ISql, { id, dueAt }: Pick<DueAlert, 'id' | 'dueAt'>) {
  return sql`alerts.id = ${id} AND alerts.due_at IS NOT DISTINCT FROM ${dueAt}`;
}

/** What alerts, joined with `alarms`, are about. */
function subjects(sql: postgres.ISql) {
  return sql`
    LEFT JOIN links ON links.id = coalesce(alarms.link_id, alerts.link_id)
    LEFT JOIN tags ON tags.id = alerts.tag_id`;
}

/** Alerts with their latest alarms, and more columns. */
function knownAlerts(sql: postgres.ISql, more = sql``) {
  return sql`
    SELECT ${knownColumns(sql)}${more} FROM alerts
    LEFT JOIN LATERAL (
      SELECT * FROM alarms WHERE alarms.alert_id = alerts.id ORDER BY began_at DESC LIMIT 1
    ) AS alarms ON true
    ${subjects(sql)}`;
}

function knownFrom(row: Row): KnownAlert {
  const { alarmId, nearLinkId, beganAt, until, seen, expected, raisedAt, endedAt, ...alert } = row;
  const last =
    alarmId === null
      ? null
      : { id: alarmId, nearLinkId, beganAt, until, seen, expected, raisedAt, endedAt };
  return { ...alert, last };
}
