import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { OpenPayment } from '#contract/billing';
import { exactMoney } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { openPaidAccount } from '#web/features/billing/billing.ts';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type AccountValues, registrationAtom } from '#web/features/sign-in/registration-form.tsx';
import { CardForm } from '#web/features/billing/cards/card-form.tsx';
import { enterPaidAccountAtom } from './enter-paid-account.ts';
import { messageOf } from '#web/forms/refusals.ts';
import { usePrices } from '#web/features/billing/prices/prices.ts';

type PaymentCardStepProps = {
  readonly account: AccountValues;
  readonly payment: OpenPayment;
  onBack(): void;
  /** Called when the payment succeeded but the account could not be created. */
  onPaidWithoutAccount(problem: string): void;
};

/** Step 2: a summary and the card form. The stored registration data is removed. */
export function PaymentCardStep(props: PaymentCardStepProps) {
  const enterPaidAccount = useSetAtom(enterPaidAccountAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const { account, payment, onBack, onPaidWithoutAccount } = props;
  const keepRegistration = useSetAtom(registrationAtom);
  useEffect(() => keepRegistration(null), [keepRegistration]);
  const { lifetimeCents } = usePrices();
  const open = async (): Promise<void> => {
    try {
      await enterPaidAccount(await openPaidAccount(payment.paymentIntentId, account.password));
    } catch (error) {
      const message = messageOf(error, 'Something went wrong. Please contact support.');
      showErrorToast('Account Creation Failed', message);
      onPaidWithoutAccount(message);
    }
  };

  return (
    <div className="mt-5 grid grid-cols-1 gap-5">
      <dl className="grid grid-cols-1 gap-2 rounded-md border border-line bg-field px-3 py-3">
        <Line name="Account" value={`${account.firstName} ${account.lastName}`} />
        <Line name="Email" value={account.email} />
        <Line
          name="Total"
          value={exactMoney(lifetimeCents)}
          className="border-t border-line pt-2 text-lg"
        />
      </dl>
      <CardForm
        payment={payment}
        label="Complete Payment & Create Account"
        returnPath={paths.payment}
        onPaid={open}
      />
      <Button look="quiet" onClick={onBack} className="justify-self-center">
        Back
      </Button>
    </div>
  );
}

type LineProps = { readonly name: string; readonly value: string; readonly className?: string };

function Line({ name, value, className = '' }: LineProps) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="num min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}
