import { useState } from 'react';
import { Link } from 'react-router';
import type { OpenPayment } from '#web/api.ts';
import type { AccountValues } from '#web/features/sign-in/account-fields.tsx';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { NoNewAccounts } from '#web/features/sign-in/no-new-accounts.tsx';
import { type BankReturn, refusedByBank, useBankReturn } from './bank-return.ts';
import { NothingToPay } from './nothing-to-pay.tsx';
import { PaidAccountForm } from './paid-account-form.tsx';
import { PaymentAccountStep } from './payment-account-step.tsx';
import { PaymentCardStep } from './payment-card-step.tsx';
import { usePrices } from '#web/features/billing/prices/prices.ts';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { takesNewAccounts, takesPayments } from '#web/app/instance.ts';
import { money } from '#web/format.ts';
import { paths } from '#web/paths.ts';

type Step =
  | { readonly kind: 'account'; readonly typed: AccountValues | null; readonly problem?: string }
  | { readonly kind: 'card'; readonly account: AccountValues; readonly payment: OpenPayment }
  /** The payment succeeded, and the account is not created yet. */
  | { readonly kind: 'paid'; readonly paymentIntentId: string; readonly problem?: string };

/** Lifetime access for a new account, in two steps: account, then card. */
export function Component() {
  usePageTitle('Lifetime Access');
  const cameBack = useBankReturn({ once: false });
  const [step, setStep] = useState<Step>(() => firstStep(cameBack));

  const prices = usePrices();
  if (!takesNewAccounts && cameBack === null) return <NoNewAccounts />;
  if (!takesPayments) return <NothingToPay />;
  switch (step.kind) {
    case 'account':
      return (
        <AuthLayout
          title="Create Your Account"
          text={`${money(prices.lifetimeCents)} lifetime access: pay once and use it for life.`}
          footer={<Footer />}
        >
          <PaymentAccountStep
            typed={step.typed}
            problem={step.problem}
            onBegun={(account, payment) => setStep({ kind: 'card', account, payment })}
          />
        </AuthLayout>
      );
    case 'card':
      return (
        <AuthLayout
          title="Complete Payment"
          text="We create your account as soon as the payment succeeds."
          footer={<Footer />}
        >
          <PaymentCardStep
            account={step.account}
            payment={step.payment}
            onBack={() => setStep({ kind: 'account', typed: step.account })}
            onPaidWithoutAccount={(problem) =>
              setStep({
                kind: 'paid',
                paymentIntentId: step.payment.paymentIntentId,
                problem,
              })
            }
          />
        </AuthLayout>
      );
    case 'paid':
      return (
        <AuthLayout
          title="Create Your Account"
          text="Your payment succeeded. Choose a password for your account."
          footer={<Footer />}
        >
          <PaidAccountForm paymentIntentId={step.paymentIntentId} problem={step.problem} />
        </AuthLayout>
      );
  }
}

/** The first step, or the step after a return from a bank. */
function firstStep(cameBack: BankReturn | null): Step {
  if (cameBack === null) return { kind: 'account', typed: null };
  const { paymentIntentId, isRefused } = cameBack;
  if (isRefused) return { kind: 'account', typed: null, problem: refusedByBank };
  return { kind: 'paid', paymentIntentId };
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
