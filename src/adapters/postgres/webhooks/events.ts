import { notFound } from '#core/shared/refusal';
import type postgres from 'postgres';
import type { Events, StoredEvent, TimePosition } from '#core/webhooks/ports';
import type { ClickBatch, RecordedConversion } from '#core/webhooks/stored';
import { isBackward, pageOfRows, type Paging } from '#core/shared/page';
import { minuteMs } from '#core/shared/time';

/** The columns of a stored event. */
export function eventColumns(sql: postgres.ISql) {
  return sql`
    events.id, events.user_id AS "userId", events.type, events.link_id AS "linkId",
    events.subject, events.body, events.is_thin AS "isThin", events.happened_at AS "happenedAt"`;
}

/** A job runs this late at most between two readings that overlap. */
const slackMs = 2 * minuteMs;

/** The log of events in Postgres. Triggers of other tables write most of it. */
export function postgresEvents(sql: postgres.Sql): Events {
  return {
    async page(userId, { type, ...paging }) {
      const rows = await sql<StoredEvent[]>`
        SELECT ${eventColumns(sql)} FROM events
        WHERE user_id = ${userId} AND ${type === null ? sql`true` : sql`type = ${type}`}
          AND ${beyond(sql, paging, 'happened_at')}
        ORDER BY ${newestFirst(sql, paging, 'happened_at')} LIMIT ${paging.limit + 1}`;
      return pageOfRows([...rows], paging, ({ id, happenedAt }) => ({
        id,
        atMs: happenedAt.getTime(),
      }));
    },

    async find(userId, eventId) {
      const [event] = await sql<StoredEvent[]>`
        SELECT ${eventColumns(sql)} FROM events WHERE id = ${eventId} AND user_id = ${userId}`;
      return event ? { ...event } : null;
    },

    async writeBody({ id, isThin: wasThin }, { body, isThin }) {
      const [row] = await sql<{ body: string }[]>`
        UPDATE events SET
          body = coalesce(body, ${body}), is_thin = CASE WHEN body IS NULL THEN ${isThin} ELSE is_thin END
        WHERE id = ${id} AND is_thin = ${wasThin} RETURNING body`;
      return row?.body ?? null;
    },

    recordExpired: (at) => recordExpired(sql, at),
    recordTest: (webhook, at) => recordTest(sql, webhook, at),

    async wanting(types) {
      const isOfClicks = types.includes('clicks.recorded');
      const since = isOfClicks ? sql`clicks_since` : sql`enabled_at`;
      const rows = await sql<{ userId: string; since: Date }[]>`
        SELECT user_id AS "userId", min(${since}) AS since FROM webhooks
        WHERE is_enabled AND CASE WHEN events IS NULL THEN ${!isOfClicks}
          ELSE events && ${[...types]}::text[] END
        GROUP BY user_id`;
      return new Map(rows.map((row) => [row.userId, row.since.getTime()]));
    },

    saidOf: (userId, conversionIds) => saidOf(sql, userId, conversionIds),
    addConversions: (userId, recorded) => addConversions(sql, userId, recorded),
    addClicks: (batches, how) => addClicks(sql, batches, how),

    async forget(before) {
      await sql`DELETE FROM webhook_attempts WHERE attempted_at < ${before}`;
      const forgotten = await sql`DELETE FROM events WHERE happened_at < ${before}`;
      return forgotten.count;
    },
  };
}

async function recordExpired(sql: postgres.Sql, at: Date): Promise<void> {
  await sql`
    WITH mark AS (
      SELECT coalesce((SELECT until FROM event_marks WHERE name = 'expired links'), ${at})
        - ${slackMs} * interval '1 millisecond' AS since
    ), moved AS (
      INSERT INTO event_marks (name, until) VALUES ('expired links', ${at})
      ON CONFLICT (name) DO UPDATE SET until = greatest(event_marks.until, excluded.until)
    )
    INSERT INTO events (id, user_id, natural_key, type, link_id, is_planned, happened_at)
    SELECT new_event_id(), user_id, 'expired ' || id || ' ' || extract(epoch FROM expires_at),
      'link.expired', id,
      NOT EXISTS (SELECT FROM webhooks WHERE webhooks.user_id = links.user_id AND is_enabled),
      date_trunc('milliseconds', expires_at)
    FROM links, mark WHERE expires_at > mark.since AND expires_at <= ${at}
    ON CONFLICT DO NOTHING`;
}

function recordTest(
  sql: postgres.Sql,
  { id, userId }: Parameters<Events['recordTest']>[0],
  at: Date,
): Promise<StoredEvent> {
  return sql.begin(async (tx) => {
    // Its owner may remove it meanwhile.
    const found = await tx`
      SELECT 1 FROM webhooks WHERE id = ${id} AND user_id = ${userId} FOR KEY SHARE`;
    if (found.length === 0) throw notFound();
    const [event] = await tx<[StoredEvent]>`
      INSERT INTO events (id, user_id, natural_key, type, subject, is_planned, happened_at)
      SELECT made.id, ${userId}, 'test ' || made.id, 'webhook.test',
        ${tx.json({ id })}, true, ${at}
      FROM (SELECT new_event_id() AS id) AS made
      RETURNING ${eventColumns(tx)}`;
    await tx`
      INSERT INTO webhook_deliveries (webhook_id, event_id, user_id, due_at)
      VALUES (${id}, ${event.id}, ${userId}, ${at})`;
    return { ...event };
  });
}

async function saidOf(
  sql: postgres.Sql,
  userId: string,
  conversionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; said: string }[]>`
    SELECT DISTINCT ON (subject ->> 'id') subject ->> 'id' AS id, subject ->> 'said' AS said
    FROM events
    WHERE user_id = ${userId} AND subject ? 'id' AND subject ? 'said'
      AND subject ->> 'id' = ANY(${[...conversionIds]}::text[])
    ORDER BY subject ->> 'id', happened_at DESC, events.id DESC`;
  return new Map(rows.map(({ id, said }) => [id, said]));
}

async function addConversions(
  sql: postgres.Sql,
  userId: string,
  recorded: readonly RecordedConversion[],
): Promise<void> {
  const rows = recorded.map(({ happenedAt, ...event }) => ({
    ...event,
    happenedAt: happenedAt.toISOString(),
  }));
  await sql`
    INSERT INTO events (
      id, user_id, natural_key, type, link_id, subject, body, is_thin, is_planned, happened_at)
    SELECT event.id, ${userId}, 'conversion ' || "conversionId" || ' ' || event.version, event.type,
      links.id, jsonb_build_object('id', "conversionId", 'said', said), body, "isThin", false,
      "happenedAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS event (
      id uuid, type text, "conversionId" uuid, "linkId" uuid, version text, said text, body text,
      "isThin" boolean, "happenedAt" timestamptz)
    JOIN links ON links.id = "linkId"
    ON CONFLICT DO NOTHING`;
}

async function addClicks(
  sql: postgres.Sql,
  batches: readonly ClickBatch[],
  { clicksOfPart, at }: Parameters<Events['addClicks']>[1],
): Promise<void> {
  if (batches.length === 0) return;
  await sql`
    INSERT INTO events (id, user_id, natural_key, type, subject, is_planned, happened_at)
    SELECT new_event_id(), users.id, 'clicks ' || batch || ' ' || part, 'clicks.recorded',
      jsonb_build_object('clicks', jsonb_build_object(
        'batch', batch, 'fromMs', "fromMs", 'toMs', "toMs", 'part', part, 'parts', parts,
        'most', ${clicksOfPart}::int)),
      false, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(batches)}::text::jsonb) AS stored (
      "userId" uuid, batch uuid, clicks int, "fromMs" bigint, "toMs" bigint)
    CROSS JOIN LATERAL (
      SELECT ceil(clicks::numeric / ${clicksOfPart}::int)::int AS parts) AS counted
    CROSS JOIN LATERAL generate_series(1, parts) AS part
    JOIN users ON users.id = "userId"
    ON CONFLICT DO NOTHING`;
}

type TimeColumn = 'happened_at' | 'attempted_at';

/** The rows beyond the place at which the page begins. Both times are stored in milliseconds. */
export function beyond(sql: postgres.ISql, paging: Paging<TimePosition>, column: TimeColumn) {
  const { from } = paging;
  if (from === null) return sql`true`;
  const { atMs, id } = from.position;
  const place = sql`(${new Date(atMs)}::timestamptz, ${id}::uuid)`;
  const row = sql`(${sql(column)}, id)`;
  return isBackward(paging) ? sql`${row} > ${place}` : sql`${row} < ${place}`;
}

export function newestFirst(sql: postgres.ISql, paging: Paging<TimePosition>, column: TimeColumn) {
  return isBackward(paging) ? sql`${sql(column)}, id` : sql`${sql(column)} DESC, id DESC`;
}
