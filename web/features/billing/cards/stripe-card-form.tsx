import { useSetAtom } from 'jotai';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import {
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type CardFormProps, CardFormSkeleton } from './card-form-skeleton.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { useAction } from '#web/forms/use-action.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

type StripeCardFormProps = CardFormProps & { readonly publishableKey: string };

const missing =
  'The Stripe card form could not be loaded. An ad blocker or a firewall may block js.stripe.com. Allow it and try again.';

/** Stripe's own fields. Card data goes to Stripe, never to Waypost. */
export function StripeCardForm({ publishableKey, ...props }: StripeCardFormProps) {
  const { stripe, isMissing, loadAgain } = useStripeScript(publishableKey);
  const [isLost, setIsLost] = useState(false);
  const appearance = useStripeAppearance();
  const { clientSecret } = props.payment;
  const options = useMemo(
    () => ({ clientSecret, appearance, loader: 'never' as const }),
    [clientSecret, appearance],
  );

  if (isLost) return <NotLoaded onRetry={() => setIsLost(false)} />;
  if (stripe === null && isMissing) return <NotLoaded onRetry={loadAgain} />;
  if (stripe === null) return <CardFormSkeleton />;
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <PaymentForm {...props} onLost={() => setIsLost(true)} />
    </Elements>
  );
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <FormAlert text={missing} />
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

const failure = 'The payment failed. Please try again.';
/** Longest wait for Stripe's fields. */
const patienceMs = 30_000;
/** Payment states in which the payment was made or is processing. */
const made: readonly (string | undefined)[] = ['succeeded', 'processing'];

type PaymentFormProps = CardFormProps & {
  /** Called when Stripe's fields cannot be loaded. */
  onLost(): void;
};

function PaymentForm({ label, returnPath, onPaid, onLost }: PaymentFormProps) {
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [problem, setProblem] = useState<string>();
  const lose = useEffectEvent(onLost);
  useEffect(() => {
    if (isReady) return undefined;
    const late = setTimeout(() => lose(), patienceMs);
    return () => clearTimeout(late);
  }, [isReady]);

  const refuse = (message: string): void => {
    setProblem(message);
    showErrorToast('Payment Failed', message);
  };
  const [pay, isBusy] = useAction(
    async () => {
      if (!stripe || !elements) return;
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
        redirect: 'if_required',
      });
      // If the response to a successful payment is lost, the next attempt returns an error with
      // that payment.
      const { status } = paymentIntent ?? error?.payment_intent ?? {};
      if (made.includes(status)) await onPaid();
      else refuse(error?.message ?? failure);
    },
    () => refuse(failure),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setProblem(undefined);
    pay();
  };

  return (
    <form onSubmit={submit} aria-label="Payment" className="grid gap-4">
      <FormAlert text={problem} />
      {!isReady && <CardFormSkeleton />}
      <PaymentElement onReady={() => setIsReady(true)} onLoadError={onLost} />
      {isReady && (
        <Button type="submit" look="primary" isBusy={isBusy} className="h-10">
          {isBusy ? 'Processing...' : label}
        </Button>
      )}
    </form>
  );
}

/** The current theme's colors for Stripe's frames, which cannot read the page's styles. */
function useStripeAppearance() {
  const theme = useSyncExternalStore(watchTheme, drawnTheme);
  return useMemo(() => appearanceIn(theme), [theme]);
}

/** The theme of the document. It changes slightly later than the chosen theme. */
function drawnTheme(): string {
  return document.documentElement.dataset['theme'] ?? 'dark';
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function appearanceIn(theme: string) {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  return {
    theme: theme === 'light' ? ('stripe' as const) : ('night' as const),
    variables: {
      colorPrimary: colour('--accent'),
      colorBackground: colour('--field'),
      colorText: colour('--text'),
      colorTextSecondary: colour('--muted'),
      colorDanger: colour('--bad'),
      borderRadius: '6px',
    },
  };
}

/**
 * Longest wait before the script is reported as missing. It is still used when it arrives later.
 */
const scriptPatienceMs = 15_000;

type StripeScript = {
  /** Null while it loads, and when it cannot be loaded. */
  readonly stripe: Stripe | null;
  /** It could not be loaded, for example because of an ad blocker. */
  readonly isMissing: boolean;
  loadAgain(): void;
};

/** Loads Stripe's script from Stripe, on payment screens only. */
function useStripeScript(publishableKey: string): StripeScript {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isWanted = true;
    const miss = () => isWanted && setIsMissing(true);
    const late = setTimeout(miss, scriptPatienceMs);
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
