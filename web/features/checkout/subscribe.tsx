import { useAtomValue, useSetAtom } from 'jotai';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DueSubscription } from '#contract/billing/billing';
import type { User } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { CardForm } from '#web/features/billing/cards/card-form.tsx';
import { finishSubscriptionAtom } from '#web/features/billing/finish-subscription.ts';
import { NothingToPay } from './nothing-to-pay.tsx';
import { messageOf } from '#web/forms/refusals.ts';
import { PriceNote } from '#web/features/billing/prices/price-note.tsx';
import { monthlyPrice, priceToPay, usePrices } from '#web/features/billing/prices/prices.ts';
import {
  hadTrialBefore,
  noTrialWords,
  subscribeWords,
  todayWords,
  trialDaysLeft,
} from '#web/app/state/trial.ts';
import { takesPayments } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { newSubscriptionQuery } from '#web/features/billing/billing.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';

/** The payment page of the monthly subscription. Opening it starts the subscription. */
export function Component() {
  const account = useAtomValue(accountAtom);
  if (!takesPayments) return <NothingToPay />;
  if (account.kind === 'in') return <Subscribing user={account.user} />;

  return (
    <Failure text="Sign in to subscribe.">
      <Link to={paths.loginTo(paths.subscribe)} className={buttonClasses('primary')}>
        Sign In
      </Link>
    </Failure>
  );
}

function Subscribing({ user }: { readonly user: User }) {
  const { data: payment, error, refetch, isFetching } = useAtomValue(newSubscriptionQuery);
  const prices = usePrices();
  if (payment) return <Paying user={user} payment={payment} />;
  if (error && !isFetching) return <Refused error={error} onRetry={() => void refetch()} />;

  return (
    <AuthLayout
      title="Waypost Pro"
      text={`${monthlyPrice(prices)}. Cancel at any time.`}
      footer={null}
    >
      <p role="status" className="mt-6 flex items-center gap-2.5 text-muted">
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
        Setting up your subscription
      </p>
    </AuthLayout>
  );
}

function Paying({ user, payment }: { readonly user: User; readonly payment: DueSubscription }) {
  const finishSubscription = useSetAtom(finishSubscriptionAtom);
  const navigate = useNavigate();
  const price = priceToPay(payment, usePrices());
  const daysLeft = trialDaysLeft(user, Date.now());
  const finish = async (): Promise<void> => {
    await navigate(paths.dashboard);
    await finishSubscription();
  };

  return (
    <AuthLayout
      title="Continue with Pro"
      text={reasonOf(user, daysLeft)}
      footer={<ReturnToDashboard />}
    >
      <p className="num mt-5 mb-5 flex flex-wrap items-baseline gap-x-2 border-y border-line py-4">
        {price && <span className="text-3xl font-bold tracking-tight">{price.amount}</span>}
        <span className="text-muted">{price && `${price.period}. `}Cancel at any time.</span>
      </p>
      {price && <p className="mb-5 text-muted">{todayWords(price, daysLeft)}</p>}
      <CardForm
        payment={payment}
        label={price ? `Subscribe - ${price.amount}${price.period}` : 'Subscribe'}
        returnPath={paths.dashboard}
        onPaid={finish}
      />
      <PriceNote lifetimePath={paths.billing} className="num mt-4 text-center text-sm text-muted" />
    </AuthLayout>
  );
}

function reasonOf(user: User, daysLeft: number | null): string {
  if (daysLeft !== null) return subscribeWords(daysLeft);
  if (user.subscriptionStatus === 'expired' && hadTrialBefore(user)) return noTrialWords;
  return 'Subscribe to create and edit links again. Your links have kept working.';
}

const boughtAlready: readonly string[] = ['already_subscribed', 'already_lifetime'];

function Refused({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  if (error instanceof ApiError && boughtAlready.includes(error.code)) {
    return (
      <AuthLayout title="Nothing to pay" text={error.message} footer={null}>
        <div className="mt-6 flex flex-wrap gap-2">
          <ReturnToDashboard />
          <Link to={paths.billing} className={buttonClasses('quiet')}>
            Billing settings
          </Link>
        </div>
      </AuthLayout>
    );
  }
  return (
    <Failure text={messageOf(error, 'Failed to initialize subscription')}>
      <Button onClick={onRetry}>Try again</Button>
    </Failure>
  );
}

function Failure({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <AuthLayout title="Subscription Error" text="Nothing has been charged." footer={null}>
      <p
        role="alert"
        className="mt-5 flex items-start gap-2 rounded-md border border-bad/40 bg-bad-soft px-3 py-2.5 text-bad"
      >
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {text}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {children}
        <ReturnToDashboard />
      </div>
    </AuthLayout>
  );
}

function ReturnToDashboard() {
  return (
    <Link to={paths.dashboard} className={buttonClasses('secondary')}>
      Return to Dashboard
    </Link>
  );
}
