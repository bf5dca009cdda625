import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** A return from a bank that confirmed the payment on its own page. */
export type BankReturn = { readonly paymentIntentId: string; readonly isRefused: boolean };

export const refusedByBank = 'The payment was not completed. Please try again.';

/** The query parameters that Stripe adds to the return address. */
const added = {
  payment: 'payment_intent',
  secret: 'payment_intent_client_secret',
  status: 'redirect_status',
} as const;

/**
 * The bank return that opened this screen, or null. Removes the payment's secret from the address.
 * With `once`, removes all of Stripe's parameters, so that a reload does not repeat the return.
 */
export function useBankReturn({ once }: { readonly once: boolean }): BankReturn | null {
  const [search] = useSearchParams();
  const [cameBack] = useState(() => takeReturn(search, once));
  return cameBack;
}

function takeReturn(search: URLSearchParams, once: boolean): BankReturn | null {
  const paymentIntentId = search.get(added.payment);
  if (paymentIntentId === null) return null;

  const url = new URL(window.location.href);
  for (const name of once ? Object.values(added) : [added.secret]) url.searchParams.delete(name);
  // Not through the router, which may be navigating to another screen.
  window.history.replaceState(window.history.state, '', url);
  return { paymentIntentId, isRefused: search.get(added.status) === 'failed' };
}
