import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useMemo, useState } from 'react';
import { tellFailure } from '#web/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import type { CardFormProps } from './card-form.tsx';
import { FormAlert } from './form-alert.tsx';

type StripeCardFormProps = CardFormProps & { readonly publishableKey: string };

/** Stripe's own fields: what is typed into them never passes through Waypost. */
export function StripeCardForm({ publishableKey, ...props }: StripeCardFormProps) {
  const stripe = useMemo(() => loadStripe(publishableKey), [publishableKey]);
  const { clientSecret } = props.payment;
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret]);
  return (
    <Elements stripe={stripe} options={options}>
      <PaymentForm {...props} />
    </Elements>
  );
}

const failure = 'The payment could not be made. Please try again.';

function PaymentForm({ label, returnPath, onPaid }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setIsBusy] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const [problem, setProblem] = useState<string>();

  const pay = async (): Promise<void> => {
    if (!stripe || !elements) return;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
      redirect: 'if_required',
    });
    if (error) return refuse(error.message ?? failure);
    if (paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing') {
      return onPaid();
    }
    refuse(failure);
  };
  const refuse = (message: string): void => {
    setProblem(message);
    tellFailure('Payment Failed', message);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(undefined);
    setIsBusy(true);
    void pay()
      .catch(() => refuse(failure))
      .finally(() => setIsBusy(false));
  };

  return (
    <form onSubmit={submit} aria-label="Payment" className="grid gap-4">
      <FormAlert text={problem} />
      <PaymentElement
        onReady={() => setIsReady(true)}
        onLoadError={({ error }) => refuse(error.message ?? failure)}
      />
      <Button
        type="submit"
        look="primary"
        disabled={!stripe || !isReady}
        isBusy={isBusy}
        className="h-10"
      >
        {isBusy ? 'Processing...' : label}
      </Button>
    </form>
  );
}

/** The theme's colours, as Stripe's frames cannot see ours. */
function appearance() {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const isLight = colours.colorScheme === 'light';
  return {
    theme: isLight ? ('stripe' as const) : ('night' as const),
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
