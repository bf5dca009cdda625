import type postgres from 'postgres';
import type { Ledger, LedgerChores } from '#core/billing/ledger';
import type { PurchaseState } from '#core/billing/plan';
import { postgresLedgerChores } from './ledger-chores.ts';
import type { AccountSeal } from '#adapters/postgres/accounts/past-trials';
import type { Provider } from './plans.ts';
import { postgresPurchases } from './purchases.ts';
import { postgresSubscriptions, subscriptionFrom, type SubscriptionRow } from './subscriptions.ts';

/** The purchases and subscriptions of one provider, in Postgres. */
export function postgresLedger(
  sql: postgres.Sql,
  { provider, seal }: { readonly provider: Provider; readonly seal: AccountSeal },
): Ledger & LedgerChores {
  return {
    ...postgresPurchases(sql, provider, seal),
    ...postgresSubscriptions(sql, provider),
    ...postgresLedgerChores(sql, provider),

    async nextReading() {
      const [row] = await sql<{ reading: string }[]>`SELECT nextval('payment_readings') AS reading`;
      return Number(row?.reading);
    },

    async hasSeen(eventId) {
      const found = await sql`SELECT 1 FROM payment_events WHERE event_id = ${eventId}`;
      return found.length > 0;
    },

    async boughtBy(userId) {
      const purchases = await sql<{ id: string; state: PurchaseState; at: Date }[]>`
        SELECT id, state, changed_at AS at FROM purchases
        WHERE user_id = ${userId} AND provider = ${provider} AND state NOT IN ('open', 'void')
        ORDER BY created_at DESC LIMIT 100`;
      const [row] = await sql<SubscriptionRow[]>`
        SELECT * FROM subscriptions
        WHERE user_id = ${userId} AND provider = ${provider} AND state NOT IN ('ended', 'void')`;
      return { purchases: [...purchases], subscription: row ? subscriptionFrom(row) : null };
    },

    async failuresSince(addressKey, since) {
      const [row] = await sql<{ failures: number }[]>`
        SELECT count(*)::int AS failures FROM payment_failures
        WHERE address_key = ${addressKey} AND failed_at > ${since}`;
      return row?.failures ?? 0;
    },

    async recordFailure({ eventId, addressKey, at }) {
      await sql`
        INSERT INTO payment_failures (event_id, address_key, failed_at)
        VALUES (${eventId}, ${addressKey}, ${at}) ON CONFLICT DO NOTHING`;
    },
  };
}
