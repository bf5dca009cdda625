import type postgres from 'postgres';
import type { LedgerChores } from '#core/billing/ledger';
import type { Bought, Holdings, PurchaseState, SubscriptionState } from '#core/billing/plan';
import { dayMs } from '#core/shared/time';
import { replan, type Provider } from './plans.ts';

/** The provider lists events for 30 days, so none can be delivered again after this time. */
const eventMemoryMs = 45 * dayMs;
const failureMemoryMs = 2 * dayMs;
const trialsAtOnce = 500;

/** The ledger's queries for the background work, in Postgres. */
export function postgresLedgerChores(sql: postgres.Sql, provider: Provider): LedgerChores {
  return {
    conflicting: () => conflicting(sql, provider),

    async surplus({ openedBefore, failedSince, limit }) {
      const rows = await sql<{ payment_id: string }[]>`
        SELECT payment_id FROM purchases
        WHERE provider = ${provider} AND state = 'open' AND payment_id IS NOT NULL AND (
          created_at < ${openedBefore}
          OR address_key IN (
            SELECT address_key FROM payment_failures WHERE failed_at > ${failedSince}
            GROUP BY address_key HAVING count(*) >= ${limit}))
        ORDER BY created_at LIMIT 100`;
      return rows.map(({ payment_id }) => payment_id);
    },

    async forget(voidBefore) {
      await sql`
        DELETE FROM purchases
        WHERE state = 'void' AND changed_at < ${voidBefore}
          OR state = 'open' AND payment_id IS NULL AND created_at < ${voidBefore}`;
      await sql`
        DELETE FROM payment_events WHERE seen_at < ${new Date(voidBefore.getTime() - eventMemoryMs)}`;
      await sql`
        DELETE FROM payment_failures
        WHERE failed_at < ${new Date(voidBefore.getTime() - failureMemoryMs)}`;
    },

    async orphans() {
      // In no order: payments that are still processed stay, and must not keep the others waiting.
      return sql<{ kind: 'payment' | 'subscription'; id: string }[]>`
        SELECT kind, id FROM payment_orphans WHERE provider = ${provider}
        ORDER BY random() LIMIT 100`;
    },

    async forgetOrphan(id) {
      await sql`DELETE FROM payment_orphans WHERE id = ${id}`;
    },

    followTrials: (at) => followTrials(sql, provider, at),

    async listedUntil() {
      const [row] = await sql<{ listed_until: Date }[]>`
        SELECT listed_until FROM payment_lists WHERE provider = ${provider}`;
      return row?.listed_until ?? null;
    },

    async keepListedUntil(at) {
      await sql`
        INSERT INTO payment_lists (provider, listed_until) VALUES (${provider}, ${at})
        ON CONFLICT (provider) DO UPDATE SET listed_until = excluded.listed_until`;
    },
  };
}

async function holdingsOf(sql: postgres.Sql, provider: Provider, userId: string) {
  const purchases = await sql<Bought<PurchaseState>[]>`
    SELECT payment_id AS id, state FROM purchases
    WHERE user_id = ${userId} AND provider = ${provider} AND payment_id IS NOT NULL
    ORDER BY created_at, id`;
  const subscriptions = await sql<Bought<SubscriptionState>[]>`
    SELECT subscription_id AS id, state FROM subscriptions
    WHERE user_id = ${userId} AND provider = ${provider} AND subscription_id IS NOT NULL
    ORDER BY created_at, id`;
  return { purchases, subscriptions };
}

/** Accounts that paid twice, or for a subscription that they should not pay. */
async function conflicting(sql: postgres.Sql, provider: Provider): Promise<Holdings[]> {
  const accounts = await sql<{ user_id: string }[]>`
    SELECT user_id FROM purchases
    WHERE provider = ${provider} AND state = 'paid' AND user_id IS NOT NULL
    GROUP BY user_id HAVING count(*) > 1
    UNION
    SELECT user_id FROM subscriptions
    WHERE provider = ${provider} AND subscription_id IS NOT NULL AND (
      state = 'reversed'
      OR state IN ('open', 'active', 'past_due') AND EXISTS (
        SELECT FROM purchases
        WHERE purchases.user_id = subscriptions.user_id AND purchases.state = 'paid'
          AND purchases.provider = ${provider}))
    LIMIT 100`;
  return Promise.all(accounts.map(({ user_id }) => holdingsOf(sql, provider, user_id)));
}

async function followTrials(sql: postgres.Sql, provider: Provider, at: Date): Promise<void> {
  await sql.begin(async (tx) => {
    const changed = await tx<{ id: string }[]>`
      SELECT id FROM users
      WHERE subscription_status = 'trial' AND trial_ends_at <= ${at}
        OR subscription_status IN ('past_due', 'canceled', 'expired') AND trial_ends_at > ${at}
      ORDER BY trial_ends_at LIMIT ${trialsAtOnce} FOR UPDATE SKIP LOCKED`;
    for (const { id } of changed) await replan(tx, provider, { userId: id, at });
  });
}
