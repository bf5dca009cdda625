import type postgres from 'postgres';
import type { Bans } from '#core/accounts/banned';
import { chosenTypes } from '#contract/webhooks/event-types';
import type { Attempt, WebhookFormat } from '#contract/webhooks/webhooks';
import type {
  ClaimedDelivery,
  ClaimLimits,
  Deliveries,
  Settled,
  StoredEvent,
} from '#core/webhooks/ports';
import { mostReplayed } from '#core/webhooks/own-webhooks';
import { pageOfRows } from '#core/shared/page';
import { secondMs } from '#core/shared/time';
import { beyond, eventColumns, newestFirst } from './events.ts';
import { dropWaiting, type SecretSeal } from './webhooks.ts';

/** Events whose deliveries are planned in one transaction. */
const plannedAtOnce = 1000;

/** What is sent to webhooks, in Postgres. Nothing is sent for banned accounts. */
export function postgresDeliveries(
  sql: postgres.Sql,
  seal: SecretSeal,
  bans: Pick<Bans, 'isBanned'>,
): Deliveries {
  return {
    plan: (at) => plan(sql, at),
    claim: (at, limits) => claim(sql, { seal, bans }, { at, limits }),

    settle: (delivery, settled) => sql.begin((tx) => settle(tx, delivery, settled)),
    postpone: (delivery, dueAt) => postpone(sql, delivery, dueAt),

    async sendAgain(webhookId, eventId, at) {
      await sql`
        INSERT INTO webhook_deliveries (webhook_id, event_id, user_id, due_at)
        SELECT webhooks.id, events.id, events.user_id, ${at}
        FROM events JOIN webhooks ON webhooks.id = ${webhookId}
          AND webhooks.user_id = events.user_id
        WHERE events.id = ${eventId}
        ON CONFLICT (webhook_id, event_id) DO UPDATE
          SET state = 'waiting', attempts = 0, due_at = ${at}, claimed_at = NULL`;
    },

    replay: (webhook, replayed) => replay(sql, webhook, replayed),

    async attempts(userId, webhookId, paging) {
      const rows = await sql<Attempt[]>`
        SELECT ${attemptColumns(sql)} FROM (
          SELECT * FROM webhook_attempts AS attempts
          WHERE webhook_id = ${webhookId} AND user_id = ${userId}
            AND ${beyond(sql, paging, 'attempted_at')}
          ORDER BY ${newestFirst(sql, paging, 'attempted_at')} LIMIT ${paging.limit + 1}
        ) AS attempts JOIN events ON events.id = event_id
        ORDER BY ${
          paging.from?.side === 'before'
            ? sql`attempted_at, attempts.id`
            : sql`attempted_at DESC, attempts.id DESC`
        }`;
      return pageOfRows([...rows], paging, ({ id, attemptedAt }) => ({
        id,
        atMs: attemptedAt.getTime(),
      }));
    },

    async attempt(userId, webhookId, attemptId) {
      const [row] = await sql<(Attempt & { answer: string; format: WebhookFormat })[]>`
        SELECT ${attemptColumns(sql)}, answer, format
        FROM webhook_attempts AS attempts JOIN events ON events.id = event_id
        JOIN webhooks ON webhooks.id = webhook_id
        WHERE attempts.id = ${attemptId} AND webhook_id = ${webhookId}
          AND attempts.user_id = ${userId}`;
      return row ? { ...row } : null;
    },
  };
}

async function plan(sql: postgres.Sql, at: Date): Promise<boolean> {
  const planned = await sql`
    WITH batch AS MATERIALIZED (
      SELECT id FROM events WHERE NOT is_planned ORDER BY id
      LIMIT ${plannedAtOnce} FOR UPDATE SKIP LOCKED
    ), added AS (
      INSERT INTO webhook_deliveries (webhook_id, event_id, user_id, due_at)
      SELECT webhooks.id, events.id, events.user_id, ${at}
      FROM batch JOIN events ON events.id = batch.id
      JOIN webhooks ON webhooks.user_id = events.user_id AND webhooks.is_enabled
        AND ${wants(sql)}
        AND (events.type <> 'clicks.recorded' OR webhooks.behind_since IS NULL)
      ON CONFLICT DO NOTHING
    )
    UPDATE events SET is_planned = true FROM batch WHERE events.id = batch.id`;
  return planned.count === plannedAtOnce;
}

async function replay(
  sql: postgres.Sql,
  { id, userId }: Parameters<Deliveries['replay']>[0],
  { since, until, types, onlyFailed = false, at }: Parameters<Deliveries['replay']>[1],
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    WITH chosen AS MATERIALIZED (
    SELECT webhooks.id AS webhook_id, events.id AS event_id, events.user_id
    FROM events JOIN webhooks ON webhooks.id = ${id} AND ${wants(sql)}
    LEFT JOIN webhook_deliveries AS former
      ON former.webhook_id = webhooks.id AND former.event_id = events.id
    WHERE events.user_id = ${userId} AND events.happened_at >= ${since}
      AND events.happened_at <= ${until ?? at}
      AND events.type = ANY(${[...(types ?? chosenTypes)]}::text[])
      AND CASE WHEN ${onlyFailed} THEN former.state = 'failed'
        ELSE coalesce(former.state, '') <> 'waiting' END
    LIMIT ${mostReplayed + 1}
    ), planned AS (
      INSERT INTO webhook_deliveries (webhook_id, event_id, user_id, due_at)
      SELECT webhook_id, event_id, user_id, ${at} FROM chosen
      WHERE (SELECT count(*) FROM chosen) <= ${mostReplayed}
      ON CONFLICT (webhook_id, event_id) DO UPDATE
        SET state = 'waiting', attempts = 0, due_at = ${at}, claimed_at = NULL
    )
    SELECT count(*)::int AS count FROM chosen`;
  return row.count;
}

/**
 * Whether a row of `webhooks` wants a row of `events`: by its type, and for an event of a link by
 * the link and its labels. A deleted link's labels are in the event.
 */
function wants(sql: postgres.ISql) {
  return sql`
    CASE WHEN webhooks.events IS NULL THEN events.type <> 'clicks.recorded'
      ELSE events.type = ANY(webhooks.events) END
    AND (webhooks.links IS NULL OR events.link_id IS NULL
      OR webhooks.links -> 'ids' ? events.link_id::text
      OR EXISTS (
        SELECT FROM link_tags WHERE link_tags.link_id = events.link_id
          AND webhooks.links -> 'tags' ? tag_id::text)
      OR EXISTS (
        SELECT FROM jsonb_array_elements_text(events.subject -> 'tags') AS tag
        WHERE webhooks.links -> 'tags' ? tag)
      OR EXISTS (
        SELECT FROM link_folders WHERE link_folders.link_id = events.link_id
          AND webhooks.links -> 'folders' ? folder_id::text)
      OR webhooks.links -> 'folders' ? (events.subject ->> 'folder'))`;
}

function attemptColumns(sql: postgres.ISql) {
  return sql`
    attempts.id, event_id AS "eventId", events.type, attempt, status, error, milliseconds,
    next_at AS "nextAt", attempted_at AS "attemptedAt"`;
}

type Claimed = StoredEvent & {
  readonly webhookId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly attempts: number;
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
};

type Claiming = { readonly at: Date; readonly limits: ClaimLimits };

/**
 * Takes the webhooks with due deliveries first, each by one claimer, and then counts what runs for
 * them in a second statement: it sees what earlier claimers have committed.
 */
async function claim(
  sql: postgres.Sql,
  { seal, bans }: { readonly seal: SecretSeal; readonly bans: Pick<Bans, 'isBanned'> },
  { at, limits }: Claiming,
): Promise<readonly ClaimedDelivery[]> {
  const { most, perWebhook, perSecond, leaseMs } = limits;
  if (most <= 0) return [];
  const freeBefore = new Date(at.getTime() - leaseMs);
  const free = sql`(claimed_at IS NULL OR claimed_at <= ${freeBefore})`;
  const rows = await sql.begin(async (tx): Promise<readonly Claimed[]> => {
    const found = await tx<{ id: string; userId: string }[]>`
      SELECT id, user_id AS "userId" FROM webhooks WHERE EXISTS (
        SELECT FROM webhook_deliveries
        WHERE webhook_id = webhooks.id AND state = 'waiting' AND due_at <= ${at} AND ${free})
      ORDER BY random() LIMIT ${most} FOR UPDATE SKIP LOCKED`;
    const held = found.filter(({ userId }) => !bans.isBanned(userId));
    if (held.length === 0) return [];
    return tx<Claimed[]>`
      WITH due AS MATERIALIZED (
        SELECT chosen.webhook_id, chosen.event_id
        FROM unnest(${held.map(({ id }) => id)}::uuid[]) AS held (id)
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (
              WHERE state = 'waiting' AND due_at <= ${at} AND claimed_at > ${freeBefore}) AS running,
            count(*) FILTER (WHERE claimed_at > ${new Date(at.getTime() - secondMs)}) AS begun
          FROM webhook_deliveries
          WHERE webhook_id = held.id AND claimed_at > ${freeBefore}) AS now_open
        CROSS JOIN LATERAL (
          SELECT webhook_id, event_id FROM webhook_deliveries
          WHERE webhook_id = held.id AND state = 'waiting' AND due_at <= ${at} AND ${free}
          ORDER BY due_at, event_id
          LIMIT greatest(0, least(${perWebhook} - running, ${perSecond} - begun))
          FOR UPDATE SKIP LOCKED) AS chosen
        LIMIT ${most}
      ), claimed AS (
        UPDATE webhook_deliveries SET claimed_at = ${at} FROM due
        WHERE webhook_deliveries.webhook_id = due.webhook_id
          AND webhook_deliveries.event_id = due.event_id
        RETURNING webhook_deliveries.*
      )
      SELECT ${eventColumns(tx)}, claimed.webhook_id AS "webhookId", claimed.attempts, url, format,
        secret, CASE WHEN former_until > ${at} THEN former_secret END AS "formerSecret"
      FROM claimed JOIN events ON events.id = claimed.event_id
      JOIN webhooks ON webhooks.id = claimed.webhook_id`;
  });
  return rows.map((row) => claimedFrom(row, seal, at));
}

function claimedFrom(
  { webhookId, url, format, attempts, secret, formerSecret, ...event }: Claimed,
  seal: SecretSeal,
  claimedAt: Date,
): ClaimedDelivery {
  const secrets = [secret, ...(formerSecret === null ? [] : [formerSecret])];
  const webhook = {
    id: webhookId,
    userId: event.userId,
    url,
    format,
    secrets: () => secrets.map((bytes) => seal.open(bytes)),
  };
  return { event, webhook, attempts, claimedAt };
}

/** A delivery that was claimed by somebody else since, or planned again, keeps its state. */
async function settle(
  tx: postgres.TransactionSql,
  { event, webhook, attempts, claimedAt }: ClaimedDelivery,
  { isSuccess, isGone, nextAt, at, ...result }: Settled,
): Promise<void> {
  // In the order in which a claim locks them.
  const [switched] = await tx<{ isOn: boolean }[]>`
    UPDATE webhooks SET
      failures = CASE WHEN ${isSuccess} THEN 0 ELSE failures + 1 END,
      failing_since = CASE WHEN ${isSuccess} THEN NULL ELSE coalesce(failing_since, ${at}) END,
      warned_at = CASE WHEN ${isSuccess} THEN NULL ELSE warned_at END,
      is_enabled = is_enabled AND NOT ${isGone},
      disabled_reason = CASE WHEN is_enabled AND ${isGone} THEN 'gone' ELSE disabled_reason END,
      disabled_at = CASE WHEN is_enabled AND ${isGone} THEN ${at} ELSE disabled_at END
    WHERE id = ${webhook.id} RETURNING is_enabled AS "isOn"`;
  if (switched === undefined) return;
  const again = switched.isOn ? nextAt : null;
  const state = isSuccess ? 'sent' : again === null ? 'failed' : 'waiting';
  const due = again ?? at;
  await tx`
    UPDATE webhook_deliveries SET state = ${state}, attempts = ${attempts + 1}, due_at = ${due},
      claimed_at = CASE WHEN ${state} = 'waiting' THEN NULL ELSE claimed_at END
    WHERE webhook_id = ${webhook.id} AND event_id = ${event.id} AND claimed_at = ${claimedAt}`;
  await tx`
    INSERT INTO webhook_attempts (
      id, webhook_id, event_id, user_id, attempt, status, error, milliseconds, answer, next_at,
      attempted_at)
    SELECT ${result.id}, ${webhook.id}, id, user_id, ${attempts + 1}, ${result.status},
      ${result.error}, ${result.milliseconds}, ${result.answer}, ${again}, ${at}
    FROM events WHERE id = ${event.id}`;
  if (!switched.isOn) await dropWaiting(tx, webhook.id);
}

async function postpone(
  sql: postgres.Sql,
  { webhook, event, claimedAt }: ClaimedDelivery,
  dueAt: Date,
): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET due_at = ${dueAt}, claimed_at = NULL
    WHERE webhook_id = ${webhook.id} AND event_id = ${event.id} AND state = 'waiting'
      AND claimed_at = ${claimedAt}`;
}
