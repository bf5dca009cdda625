import type { Stripe } from 'stripe';
import type { ConfiguredAccount } from '#core/billing/same-account';
import { connectStripe, isLiveKey, type StripeConnection } from './connect.ts';
import { unlessAway, unlessMissing } from './unless-away.ts';

/**
 * The Stripe account of the configured key. A key of the test mode finds no object of the live mode,
 * and the reverse. Restricted keys need no more permissions than payments need.
 */
export function stripeAccount(connection: StripeConnection): ConfiguredAccount {
  const stripe = connectStripe(connection);
  return {
    isLive: isLiveKey(connection),

    async hasPrice(id) {
      const price = await unlessAway(() => unlessMissing(() => stripe.prices.retrieve(id)));
      return price !== null;
    },

    async priceOf(subscriptionId) {
      const found = await unlessAway(() =>
        unlessMissing(() => stripe.subscriptions.retrieve(subscriptionId)),
      );
      return found && firstPrice(found);
    },
  };
}

function firstPrice({ items }: Stripe.Subscription): string | null {
  return items.data[0]?.price.id ?? null;
}
