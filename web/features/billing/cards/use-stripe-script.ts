import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

/** A script that has not come by then is said to be missing; it still counts when it comes. */
const patienceMs = 15_000;

export type StripeScript = {
  /** Null while it loads, or when it cannot be. */
  readonly stripe: Stripe | null;
  /** Something keeps it away, such as an ad blocker. */
  readonly isMissing: boolean;
  loadAgain(): void;
};

/** Stripe's script, which comes from Stripe alone and is asked for where somebody pays. */
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
