import type postgres from 'postgres';
import { conversionTypes, type EventType } from '#contract/webhooks/event-types';
import type { Webhook } from '#contract/webhooks/webhooks';
import type { NewWebhook, Webhooks } from '#core/webhooks/ports';
import { lockAccount } from '#adapters/postgres/lock-account';

/** Encrypts the secrets of webhooks, and decrypts them. */
export type SecretSeal = {
  close(text: string): Uint8Array;
  open(bytes: Uint8Array): string;
};

type Row = Omit<Webhook, 'version'> & { readonly version: string };

/** The columns of a webhook as its owner sees it. */
function columns(sql: postgres.ISql) {
  return sql`
    id, url, events, links, format, is_enabled AS "isEnabled", description,
    disabled_reason AS "disabledReason", disabled_at AS "disabledAt",
    failing_since AS "failingSince", behind_since IS NOT NULL AS "isBehind",
    CASE WHEN former_until > now() THEN former_until END AS "formerSecretUntil",
    version, created_at AS "createdAt", updated_at AS "updatedAt"`;
}

function webhookFrom({ version, ...row }: Row): Webhook {
  return { ...row, version: Number(version) };
}

/** The webhooks of accounts in Postgres. Secrets are encrypted. */
export function postgresWebhooks(sql: postgres.Sql, seal: SecretSeal): Webhooks {
  return {
    async of(userId) {
      const rows = await sql<Row[]>`
        SELECT ${columns(sql)} FROM webhooks WHERE user_id = ${userId} ORDER BY created_at, id`;
      return rows.map(webhookFrom);
    },

    async find(userId, webhookId) {
      const [row] = await sql<Row[]>`
        SELECT ${columns(sql)} FROM webhooks WHERE id = ${webhookId} AND user_id = ${userId}`;
      return row ? webhookFrom(row) : null;
    },

    add: (webhook, most) => sql.begin((tx) => addWebhook(tx, webhook, { most, seal })),

    change: (userId, webhookId, change) =>
      sql.begin((tx) => changeWebhook(tx, { userId, webhookId }, change)),

    async remove(userId, webhookId, version) {
      const removed = await sql`
        DELETE FROM webhooks
        WHERE id = ${webhookId} AND user_id = ${userId} AND ${ofVersion(sql, version)}
        RETURNING 1`;
      return removed.length > 0;
    },

    async rotate(userId, webhookId, { secret, formerUntil, at }) {
      const [row] = await sql<Row[]>`
        UPDATE webhooks SET former_secret = secret, former_until = ${formerUntil},
          secret = ${Buffer.from(seal.close(secret))}, version = version + 1, updated_at = ${at}
        WHERE id = ${webhookId} AND user_id = ${userId}
        RETURNING ${columns(sql)}`;
      return row ? webhookFrom(row) : null;
    },
  };
}

/** Whether a webhook has the version that its owner has seen; always true without one. */
function ofVersion(sql: postgres.ISql, version: number | undefined) {
  return version === undefined ? sql`true` : sql`version = ${version}`;
}

async function changeWebhook(
  tx: postgres.TransactionSql,
  { userId, webhookId }: { readonly userId: string; readonly webhookId: string },
  { at, version, ...change }: Parameters<Webhooks['change']>[2],
): Promise<Webhook | null> {
  const { isEnabled } = change;
  const [before] = await tx<Row[]>`
    SELECT ${columns(tx)} FROM webhooks
    WHERE id = ${webhookId} AND user_id = ${userId} AND ${ofVersion(tx, version)}
    FOR NO KEY UPDATE`;
  if (before === undefined) return null;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (given.length === 0) return webhookFrom(before);
  const kept = tx.json(Object.fromEntries(given));
  const [row] = await tx<[Row]>`
    UPDATE webhooks SET
      url = coalesce(${kept}::jsonb ->> 'url', url),
      events = CASE WHEN ${kept}::jsonb ? 'events'
        THEN (SELECT array_agg(type) FROM jsonb_array_elements_text(
          nullif(${kept}::jsonb -> 'events', 'null')) AS type)
        ELSE events END,
      links = CASE WHEN ${kept}::jsonb ? 'links'
        THEN nullif(${kept}::jsonb -> 'links', 'null') ELSE links END,
      format = coalesce(${kept}::jsonb ->> 'format', format),
      description = CASE WHEN ${kept}::jsonb ? 'description'
        THEN ${kept}::jsonb ->> 'description' ELSE description END,
      is_enabled = coalesce(${isEnabled ?? null}, is_enabled),
      version = version + 1, updated_at = ${at}
    WHERE id = ${webhookId}
    RETURNING ${columns(tx)}`;
  if (row.isEnabled === before.isEnabled) {
    await wantFromNow(tx, { row, before, at });
    return webhookFrom(row);
  }
  if (!row.isEnabled) await dropWaiting(tx, webhookId);
  const [switched] = await tx<[Row]>`
    UPDATE webhooks SET disabled_reason = NULL, disabled_at = NULL, enabled_at = ${at},
      clicks_since = ${at}, failures = 0, failing_since = NULL, warned_at = NULL,
      disabled_told_at = NULL, behind_since = NULL, behind_told_at = NULL
    WHERE id = ${webhookId} RETURNING ${columns(tx)}`;
  return webhookFrom(switched);
}

type Wanting = Pick<Webhook, 'id' | 'events'>;

/**
 * What is recorded from the event store, conversions and clicks, is sent from the time on at which the
 * webhook begins to want it.
 */
async function wantFromNow(
  tx: postgres.TransactionSql,
  { row, before, at }: { readonly row: Wanting; readonly before: Wanting; readonly at: Date },
): Promise<void> {
  if (wantsConversions(row) && !wantsConversions(before)) {
    await tx`UPDATE webhooks SET enabled_at = ${at} WHERE id = ${row.id}`;
  }
  if (wantsClicks(row) && !wantsClicks(before)) {
    await tx`UPDATE webhooks SET clicks_since = ${at} WHERE id = ${row.id}`;
  }
}

function wantsConversions({ events }: Wanting): boolean {
  const types: readonly EventType[] = conversionTypes;
  return events === null || events.some((type) => types.includes(type));
}

/** A webhook that wants all events gets no clicks. */
function wantsClicks({ events }: Wanting): boolean {
  return events?.includes('clicks.recorded') ?? false;
}

/** The events that wait for a webhook that is switched off are not sent later either. */
export async function dropWaiting(tx: postgres.ISql, webhookId: string): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET state = 'failed', claimed_at = NULL
    WHERE webhook_id = ${webhookId} AND state = 'waiting'`;
}

type Adding = { readonly most: number; readonly seal: SecretSeal };

/** Each of concurrent calls counts the webhooks of the calls before it. */
async function addWebhook(
  tx: postgres.TransactionSql,
  { userId, createdAt, events, links, secret, ...webhook }: NewWebhook,
  { most, seal }: Adding,
): Promise<Webhook | null> {
  await lockAccount(tx, userId);
  const held = await tx`SELECT FROM webhooks WHERE user_id = ${userId}`;
  if (held.length >= most) return null;
  const [row] = await tx<[Row]>`
    INSERT INTO webhooks (
      id, user_id, url, events, links, format, is_enabled, description, secret, enabled_at,
      clicks_since, created_at, updated_at)
    VALUES (
      ${webhook.id}, ${userId}, ${webhook.url}, ${events && [...events]}::text[],
      ${links && tx.json({ ...links })}::jsonb, ${webhook.format}, ${webhook.isEnabled},
      ${webhook.description}, ${Buffer.from(seal.close(secret))}, ${createdAt}, ${createdAt},
      ${createdAt}, ${createdAt})
    RETURNING ${columns(tx)}`;
  return webhookFrom(row);
}
