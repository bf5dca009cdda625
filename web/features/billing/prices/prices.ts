import { useAtomValue } from 'jotai';
import type { DueSubscription, Offer, SubscriptionPrice } from '#contract/billing/billing';
import { money, moneyIn } from '#web/format.ts';
import { offerQuery } from '#web/features/billing/billing.ts';
import { listPrices, type Prices } from './list-prices.ts';

/** The server's prices, or the list prices until those are loaded. */
export function usePrices(): Prices {
  const { data } = useAtomValue(offerQuery);
  return data ? pricesOf(data) : listPrices;
}

function pricesOf({ monthlyCents, lifetimeCents }: Offer): Prices {
  return { monthlyCents, lifetimeCents };
}

/** `$49/month`. */
export function monthlyPrice({ monthlyCents }: Prices): string {
  return `${money(monthlyCents)}/month`;
}

type PriceWords = {
  readonly amount: string;
  /** `/month`, ` every 3 months`: follows the amount. */
  readonly period: string;
};

function priceWords(price: SubscriptionPrice): PriceWords {
  const { amountCents, currency, interval, intervalCount } = price;
  const period = intervalCount === 1 ? `/${interval}` : ` every ${intervalCount} ${interval}s`;
  return { amount: moneyIn(amountCents, currency), period };
}

/** What a running subscription costs: `$9/month`, `€90 every 3 months`. */
export function ownPrice(price: SubscriptionPrice): string {
  const { amount, period } = priceWords(price);
  return `${amount}${period}`;
}

/**
 * The price of the subscription to pay: the offered one, or that of a lapsed subscription. Null when
 * the latter is not known.
 */
export function priceToPay(
  { lapsed }: DueSubscription,
  { monthlyCents }: Prices,
): PriceWords | null {
  if (lapsed === null) return { amount: money(monthlyCents), period: '/month' };
  return lapsed.price && priceWords(lapsed.price);
}

/** Both prices in one sentence, the same on every screen. */
export function bothPrices(prices: Prices): string {
  return `${monthlyPrice(prices)}, or ${money(prices.lifetimeCents)} once for lifetime access`;
}
