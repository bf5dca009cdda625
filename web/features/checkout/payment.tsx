import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { OpenPayment } from '#contract/billing/billing';
import { NoNewAccounts, registrationIn } from '#web/features/sign-in/registration-form.tsx';
import type { AccountValues } from '#web/features/sign-in/sign-in-resolvers.ts';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import {
  type BankReturn,
  refusedByBank,
  useBankReturn,
} from '#web/features/billing/bank-return.ts';
import { NothingToPay } from './nothing-to-pay.tsx';
import { PaymentAccountStep, PaymentCardStep } from './payment-steps.tsx';
import { usePrices } from '#web/features/billing/prices/prices.ts';
import { takesNewAccounts, takesPayments } from '#web/instance.ts';
import { money } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { openPaidAccount } from '#web/features/billing/billing.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { enterPaidAccountAtom } from './enter-paid-account.ts';
import { password } from '#web/forms/fields.ts';
import { passwordHint } from '#web/forms/person-fields.tsx';
import { messageOf } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';

/** A payment that has begun, for an account that is not open yet. */
type Begun = { readonly account: AccountValues; readonly payment: OpenPayment };

/** A payment that succeeded, and whose account is not created yet. */
type Paid = { readonly paymentIntentId: string; readonly problem?: string };

/** Lifetime access for a new account, in two steps with a history entry each: account, then card. */
export function Component() {
  const cameBack = useBankReturn({ once: false });
  const [begun, setBegun] = useState<Begun | null>(null);
  const [paid, setPaid] = useState(() => paidAt(cameBack));
  const navigate = useNavigate();
  // The history entry of step 2 keeps the name and the email address, because a reload there
  // returns to step 1.
  const payer = registrationIn(useLocation().state);

  const prices = usePrices();
  if (!takesNewAccounts && cameBack === null) return <NoNewAccounts />;
  if (!takesPayments) return <NothingToPay />;
  if (paid !== null) {
    return (
      <AuthLayout
        title="Create Your Account"
        text="Your payment succeeded. Choose a password for your account."
        footer={<Footer />}
      >
        <PaidAccountForm paymentIntentId={paid.paymentIntentId} problem={paid.problem} />
      </AuthLayout>
    );
  }
  if (begun !== null && payer !== null) {
    return (
      <AuthLayout
        title="Complete Payment"
        text="We create your account as soon as the payment succeeds."
        footer={<Footer />}
      >
        <PaymentCardStep
          {...begun}
          onBack={() => void navigate(-1)}
          onPaidWithoutAccount={(problem) =>
            setPaid({ paymentIntentId: begun.payment.paymentIntentId, problem })
          }
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Create Your Account"
      text={`${money(prices.lifetimeCents)} lifetime access: pay once and use it for life.`}
      footer={<Footer />}
    >
      <PaymentAccountStep
        typed={begun?.account ?? payer}
        problem={begun === null && cameBack?.isRefused ? refusedByBank : undefined}
        onBegun={(account, payment) => {
          setBegun({ account, payment });
          const entry = { state: registrationIn(account), replace: payer !== null };
          void navigate(paths.payment, entry);
        }}
      />
    </AuthLayout>
  );
}

/** The payment of a return from a bank that has approved it. */
function paidAt(cameBack: BankReturn | null): Paid | null {
  return cameBack === null || cameBack.isRefused ? null : cameBack;
}

function Footer() {
  return (
    <p>
      Already have an account?{' '}
      <Link to={paths.login} className="rounded-sm font-semibold text-accent-text hover:underline">
        Sign in
      </Link>
    </p>
  );
}

const schema = z.object({ password: password() });

type PaidAccountFormProps = {
  readonly paymentIntentId: string;
  /** Why the account could not be created before. */
  readonly problem: string | undefined;
};

/** Creates the account of a successful payment. */
function PaidAccountForm({ paymentIntentId, problem }: PaidAccountFormProps) {
  const enterPaidAccount = useSetAtom(enterPaidAccountAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const submission = useSubmit({
    form,
    send: async (typed) => enterPaidAccount(await openPaidAccount(paymentIntentId, typed.password)),
    refused: (error, { showErrorToast }) => {
      const message = messageOf(error, 'Something went wrong. Please contact support.');
      form.setError('root', { message });
      showErrorToast('Account Creation Failed', message);
    },
  });
  const { errors, isSubmitted } = form.formState;

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
      label="Create Account"
      busyLabel="Creating your account..."
    >
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </PageForm>
  );
}
