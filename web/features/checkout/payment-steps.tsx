import { Check } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import type { OpenPayment } from '#contract/billing/billing';
import { paths } from '#web/paths.ts';
import { beginPurchase, openPaidAccount } from '#web/features/billing/billing.ts';
import {
  AccountFields,
  registrationAtom,
  useAccountForm,
} from '#web/features/sign-in/registration-form.tsx';
import type { AccountValues } from '#web/features/sign-in/sign-in-resolvers.ts';
import { issuesAt, messageOf, showIssues } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { bothPrices, usePrices } from '#web/features/billing/prices/prices.ts';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { exactMoney } from '#web/format.ts';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CardForm } from '#web/features/billing/cards/card-form.tsx';
import { enterPaidAccountAtom } from './enter-paid-account.ts';

const benefits = [
  'Unlimited link shortening',
  'Advanced analytics and tracking',
  'A/B split testing',
  'Conversion tracking',
  'Custom aliases',
];

const accountIssues = issuesAt('firstName', 'lastName', 'email', 'password');

type PaymentAccountStepProps = {
  /** What was typed before step 2, or null; without the password after a reload. */
  readonly typed: Partial<AccountValues> | null;
  /** The error that led back to this step. */
  readonly problem: string | undefined;
  onBegun(account: AccountValues, payment: OpenPayment): void;
};

/** Step 1: name, email and password. */
export function PaymentAccountStep({ typed, problem, onBegun }: PaymentAccountStepProps) {
  const prices = usePrices();
  const form = useAccountForm(typed);
  const submission = useSubmit({
    form,
    send: async (account) => {
      onBegun(account, await beginPurchase(account));
    },
    refused: (error, { showErrorToast }) => {
      if (showIssues(form, error, accountIssues)) return;
      const message = messageOf(error, 'Failed to create payment. Please try again.');
      form.setError('root', { message });
      showErrorToast('Error', message);
    },
  });
  const { errors, isSubmitted } = form.formState;

  return (
    <FormProvider {...form}>
      <ul className="mt-5 grid gap-1.5 border-y border-line py-4 text-muted">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
            {benefit}
          </li>
        ))}
      </ul>
      <PageForm
        submission={submission}
        problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
        label="Continue to Payment"
        busyLabel="Preparing your payment..."
        className="mt-5 grid"
        note={
          <p className="num text-center text-sm text-faint">
            {bothPrices(prices)}. Not sure yet?{' '}
            <Link
              to={paths.register}
              className="rounded-sm font-semibold text-accent-text hover:underline"
            >
              Try it free for 30 days
            </Link>
            , no card required.
          </p>
        }
      >
        <AccountFields />
      </PageForm>
    </FormProvider>
  );
}

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
