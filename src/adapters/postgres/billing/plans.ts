import type postgres from 'postgres';
import type { News } from '#core/billing/ledger';
import { planOf, type PurchaseState, type SubscriptionState } from '#core/billing/plan';

/** The provider whose payments count; null for an instance without payments. */
export type Provider = 'stripe' | 'test' | null;

/**
 * Locks an account, if the query finds its id. Accounts are always locked before their purchases.
 */
export async function lockedAccount(
  tx: postgres.TransactionSql,
  ownerOf: postgres.PendingQuery<postgres.Row[]>,
): Promise<void> {
  await tx`SELECT id FROM users WHERE id = (${ownerOf}) FOR UPDATE`;
}

/**
 * Whether `update` changed a row. If it did not, the same statement stores that the object has to be
 * ended at the provider.
 */
export async function keepOrOrphan(
  sql: postgres.Sql,
  update: postgres.PendingQuery<postgres.Row[]>,
  { id, provider, kind }: { id: string; provider: Provider; kind: 'payment' | 'subscription' },
): Promise<boolean> {
  const kept = await sql`
    WITH kept AS (${update}), lost AS (
      INSERT INTO payment_orphans (id, provider, kind)
      SELECT ${id}, ${provider}, ${kind} WHERE NOT EXISTS (SELECT FROM kept)
      ON CONFLICT DO NOTHING)
    SELECT FROM kept`;
  return kept.length > 0;
}

/**
 * Whether to apply an event now: false when it was applied before. Concurrent transactions wait for
 * the end of the first one. Also stores the declined card that the event reports.
 */
export async function takeEvent(
  tx: postgres.TransactionSql,
  provider: Provider,
  { event, addressKey, at }: Pick<News, 'event' | 'at'> & { readonly addressKey: string },
): Promise<boolean> {
  if (event === null) return true;
  const taken = await tx`
    INSERT INTO payment_events (event_id, provider, seen_at)
    VALUES (${event.id}, ${provider}, ${at}) ON CONFLICT DO NOTHING RETURNING event_id`;
  if (taken.length === 0) return false;
  if (event.isFailure) {
    await tx`
      INSERT INTO payment_failures (event_id, address_key, failed_at)
      VALUES (${event.id}, ${addressKey}, ${at}) ON CONFLICT DO NOTHING`;
  }
  return true;
}

/** Updates the plan of a locked account from everything that it has bought. */
export async function replan(
  tx: postgres.TransactionSql,
  provider: Provider,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const [user] = await tx<{ trial_ends_at: Date }[]>`
    SELECT trial_ends_at FROM users WHERE id = ${userId}`;
  if (user === undefined) return;
  const purchases = await tx<{ state: PurchaseState }[]>`
    SELECT state FROM purchases WHERE user_id = ${userId} AND provider = ${provider}`;
  const subscriptions = await tx<{ state: SubscriptionState }[]>`
    SELECT state FROM subscriptions WHERE user_id = ${userId} AND provider = ${provider}`;

  const facts = {
    trialEndsAt: user.trial_ends_at,
    purchases: purchases.map(({ state }) => state),
    subscriptions: subscriptions.map(({ state }) => state),
  };
  const plan = planOf(facts, at.getTime());
  await tx`
    UPDATE users SET subscription_status = ${plan}, updated_at = ${at}
    WHERE id = ${userId} AND subscription_status <> ${plan}`;
}
