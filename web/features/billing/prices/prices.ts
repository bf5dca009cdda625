import { useAtomValue } from 'jotai';
import type { Offer } from '#web/api.ts';
import { money } from '#web/format.ts';
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

/** Both prices in one sentence, the same on every screen. */
export function bothPrices(prices: Prices): string {
  return `${monthlyPrice(prices)}, or ${money(prices.lifetimeCents)} once for lifetime access`;
}
