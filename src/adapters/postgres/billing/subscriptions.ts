import type { SubscriptionPrice } from '#contract/billing/billing';
import type postgres from 'postgres';
import type { Ledger, Subscription } from '#core/billing/ledger';
import type { SubscriptionState } from '#core/billing/plan';
import { keepOrOrphan, lockedAccount, replan, takeEvent, type Provider } from './plans.ts';

export type SubscriptionRow = {
  readonly id: string;
  readonly user_id: string;
  readonly subscription_id: string | null;
  readonly state: SubscriptionState;
  readonly current_period_end: Date | null;
  readonly ends_then: boolean;
  /** Null together with the other parts of the price. */
  readonly price_cents: string | null;
  readonly price_currency: string | null;
  readonly price_interval: SubscriptionPrice['interval'] | null;
  readonly price_interval_count: number | null;
  readonly address_key: string;
  readonly reading: string;
};

type Subscriptions = Pick<
  Ledger,
  | 'openSubscription'
  | 'keepSubscriptionId'
  | 'findSubscription'
  | 'settleSubscription'
  | 'customerOf'
  | 'keepCustomer'
  | 'forgetCustomer'
>;

type SubscriptionNews = Parameters<Ledger['settleSubscription']>[1];

/** Subscriptions in Postgres. Accounts are locked before their purchases. */
export function postgresSubscriptions(sql: postgres.Sql, provider: Provider): Subscriptions {
  return {
    async openSubscription({ id, userId, addressKey, createdAt }) {
      const [row] = await sql<SubscriptionRow[]>`
        INSERT INTO subscriptions (id, provider, user_id, address_key, created_at)
        VALUES (${id}, ${provider}, ${userId}, ${addressKey}, ${createdAt})
        ON CONFLICT (provider, user_id) WHERE state NOT IN ('ended', 'void')
        DO UPDATE SET address_key = excluded.address_key
        RETURNING *`;
      if (row === undefined) throw new Error('A subscription was not kept');
      return subscriptionFrom(row);
    },

    async keepSubscriptionId(id, subscriptionId) {
      const kept = sql`
        UPDATE subscriptions SET subscription_id = ${subscriptionId}
        WHERE id = ${id} AND coalesce(subscription_id, ${subscriptionId}) = ${subscriptionId} RETURNING id`;
      return keepOrOrphan(sql, kept, { id: subscriptionId, provider, kind: 'subscription' });
    },

    async findSubscription(subscriptionId) {
      const [row] = await sql<SubscriptionRow[]>`
        SELECT * FROM subscriptions
        WHERE subscription_id = ${subscriptionId} AND provider = ${provider}`;
      return row ? subscriptionFrom(row) : null;
    },

    settleSubscription: (subscriptionId, news) =>
      sql.begin((tx) => settle(tx, provider, { subscriptionId, news })),

    async customerOf(userId) {
      const [row] = await sql<{ customer_id: string }[]>`
        SELECT customer_id FROM payment_customers
        WHERE user_id = ${userId} AND provider = ${provider}`;
      return row?.customer_id ?? null;
    },

    async keepCustomer(userId, customerId) {
      const [row] = await sql<{ customer_id: string }[]>`
        INSERT INTO payment_customers (user_id, provider, customer_id)
        VALUES (${userId}, ${provider}, ${customerId})
        ON CONFLICT (user_id, provider) DO UPDATE SET customer_id = payment_customers.customer_id
        RETURNING customer_id`;
      return row?.customer_id ?? customerId;
    },

    async forgetCustomer(userId, customerId) {
      await sql`
        DELETE FROM payment_customers
        WHERE user_id = ${userId} AND provider = ${provider} AND customer_id = ${customerId}`;
    },
  };
}

async function settle(
  tx: postgres.TransactionSql,
  provider: Provider,
  { subscriptionId, news }: { subscriptionId: string; news: SubscriptionNews },
): Promise<void> {
  const { event, reading, at, state, currentPeriodEnd, endsThen, price } = news;
  const row = await lockedSubscription(tx, subscriptionId, provider);
  if (row === null) return;
  const cause = { event, addressKey: row.address_key, at };
  if (!(await takeEvent(tx, provider, cause))) return;
  if (reading <= Number(row.reading)) return;
  if (await isSecond(tx, provider, { row, state })) {
    await tx`
      INSERT INTO payment_orphans (id, provider, kind)
      VALUES (${subscriptionId}, ${provider}, 'subscription') ON CONFLICT DO NOTHING`;
    return;
  }

  await tx`
    UPDATE subscriptions SET reading = ${reading}, state = ${state},
      current_period_end = ${currentPeriodEnd}, ends_then = ${endsThen},
      price_cents = ${price?.amountCents ?? null}, price_currency = ${price?.currency ?? null},
      price_interval = ${price?.interval ?? null},
      price_interval_count = ${price?.intervalCount ?? null}
    WHERE id = ${row.id}`;
  await replan(tx, provider, { userId: row.user_id, at });
}

async function lockedSubscription(
  tx: postgres.TransactionSql,
  subscriptionId: string,
  provider: Provider,
): Promise<SubscriptionRow | null> {
  await lockedAccount(
    tx,
    tx`
      SELECT user_id FROM subscriptions
      WHERE subscription_id = ${subscriptionId} AND provider = ${provider}`,
  );
  const [row] = await tx<SubscriptionRow[]>`
    SELECT * FROM subscriptions
    WHERE subscription_id = ${subscriptionId} AND provider = ${provider} FOR UPDATE`;
  return row ?? null;
}

/** Whether a subscription that had ended runs again, beside another one of its account. */
async function isSecond(
  tx: postgres.TransactionSql,
  provider: Provider,
  { row, state }: { row: SubscriptionRow; state: SubscriptionState },
): Promise<boolean> {
  if (state === 'ended' || state === 'void') return false;
  const others = await tx`
    SELECT FROM subscriptions
    WHERE user_id = ${row.user_id} AND provider = ${provider} AND id <> ${row.id}
      AND state NOT IN ('ended', 'void')`;
  return others.length > 0;
}

export function subscriptionFrom(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    subscriptionId: row.subscription_id,
    state: row.state,
    currentPeriodEnd: row.current_period_end,
    endsThen: row.ends_then,
    price: priceFrom(row),
  };
}

function priceFrom(row: SubscriptionRow): SubscriptionPrice | null {
  const { price_cents: cents, price_currency: currency, price_interval: interval } = row;
  const intervalCount = row.price_interval_count;
  if (cents === null || currency === null || interval === null || intervalCount === null) {
    return null;
  }
  return { amountCents: Number(cents), currency, interval, intervalCount };
}
