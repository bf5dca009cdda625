import type postgres from 'postgres';
import type { AccountProof } from '#core/billing/same-account';

/** The proof of Stripe's account, in Postgres. */
export function postgresAccountProof(sql: postgres.Sql): AccountProof {
  return {
    async find() {
      const [row] = await sql<{ price_id: string }[]>`
        SELECT price_id FROM payment_accounts WHERE provider = 'stripe'`;
      return row?.price_id ?? null;
    },

    async keep(priceId) {
      await sql`
        INSERT INTO payment_accounts (provider, price_id) VALUES ('stripe', ${priceId})
        ON CONFLICT (provider) DO NOTHING`;
    },

    async newestSubscription() {
      const [row] = await sql<{ subscription_id: string }[]>`
        SELECT subscription_id FROM subscriptions
        WHERE provider = 'stripe' AND subscription_id IS NOT NULL
        ORDER BY created_at DESC LIMIT 1`;
      return row?.subscription_id ?? null;
    },
  };
}

/** Forgets which Stripe account was used: the next one that has a subscription is remembered. */
export function forgetStripeAccount(sql: postgres.Sql) {
  return async (): Promise<void> => {
    await sql`DELETE FROM payment_accounts WHERE provider = 'stripe'`;
  };
}
