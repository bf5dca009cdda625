import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** How somebody comes back from a bank that needed a page of its own. */
export type BankReturn = { readonly paymentIntentId: string; readonly isRefused: boolean };

export const refusedByBank = 'The payment was not completed. Please try again.';

/** What Stripe adds to the address that it sends people back to. */
const added = {
  payment: 'payment_intent',
  secret: 'payment_intent_client_secret',
  status: 'redirect_status',
} as const;

/**
 * The return that this screen was opened by, if any. The payment's secret leaves the address at
 * once; with `once` all of it does, so that a reload is no second return.
 */
export function useBankReturn({ once }: { readonly once: boolean }): BankReturn | null {
  const [search] = useSearchParams();
  const [cameBack] = useState(() => takeReturn(search, once));
  return cameBack;
}

function takeReturn(search: URLSearchParams, once: boolean): BankReturn | null {
  const paymentIntentId = search.get(added.payment);
  if (paymentIntentId === null) return null;

  const address = new URL(window.location.href);
  for (const name of once ? Object.values(added) : [added.secret])
    address.searchParams.delete(name);
  // Past the router, which may be on its way to another screen by now.
  window.history.replaceState(window.history.state, '', address);
  return { paymentIntentId, isRefused: search.get(added.status) === 'failed' };
}
