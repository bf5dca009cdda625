import type { SubscriptionPrice } from '#contract/billing/billing';
import type { Stripe } from 'stripe';

/** Currencies whose amounts are in whole units: https://docs.stripe.com/currencies */
const withoutDecimals: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
/** Currencies whose amounts are in thousandths, always a multiple of ten. */
const withThreeDecimals: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '));

const intervals = ['day', 'week', 'month', 'year'] as const;

/** An amount of Stripe's in hundredths of the currency's main unit. */
export function centsOf(amount: number, currency: string): number {
  if (withoutDecimals.has(currency)) return amount * 100;
  return withThreeDecimals.has(currency) ? Math.round(amount / 10) : amount;
}

/**
 * The price of each period of a subscription, without taxes. Null when Stripe has no single amount
 * for it: a price by usage or in steps, a discount, items with different intervals.
 */
export function subscriptionPrice({
  items,
  currency,
  discounts,
}: Stripe.Subscription): SubscriptionPrice | null {
  const recurring = items.data[0]?.price.recurring;
  if (!recurring || items.has_more || discounts.length > 0) return null;
  const { interval, interval_count: intervalCount } = recurring;
  const shownInterval = intervals.find((known) => known === interval);
  if (shownInterval === undefined) return null;

  let amount = 0;
  for (const item of items.data) {
    const own = item.price.recurring;
    const isAlike = own?.interval === interval && own.interval_count === intervalCount;
    const itemAmount = amountOf(item);
    if (!isAlike || item.price.currency !== currency || itemAmount === null) return null;
    amount += itemAmount;
  }
  return {
    amountCents: centsOf(amount, currency),
    currency: currency.toUpperCase(),
    interval: shownInterval,
    intervalCount,
  };
}

function amountOf({ price, quantity, discounts }: Stripe.SubscriptionItem): number | null {
  if (price.unit_amount === null || quantity === undefined) return null;
  if (price.transform_quantity !== null || discounts.length > 0) return null;
  return price.unit_amount * quantity;
}
