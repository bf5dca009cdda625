import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

/**
 * Longest wait before the script is reported as missing. It is still used when it arrives later.
 */
const patienceMs = 15_000;

export type StripeScript = {
  /** Null while it loads, and when it cannot be loaded. */
  readonly stripe: Stripe | null;
  /** It could not be loaded, for example because of an ad blocker. */
  readonly isMissing: boolean;
  loadAgain(): void;
};

/** Loads Stripe's script from Stripe, on payment screens only. */
export function useStripeScript(publishableKey: string): StripeScript {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isWanted = true;
    const miss = () => isWanted && setIsMissing(true);
    const late = setTimeout(miss, patienceMs);
    loadStripe(publishableKey)
      .then((loaded) => isWanted && setStripe(loaded), miss)
      .finally(() => clearTimeout(late));
    return () => {
      isWanted = false;
      clearTimeout(late);
    };
  }, [publishableKey, attempt]);

  const loadAgain = () => {
    setIsMissing(false);
    setAttempt((count) => count + 1);
  };
  return { stripe, isMissing, loadAgain };
}
