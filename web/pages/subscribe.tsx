import { useAtomValue } from 'jotai';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, type OpenPayment, type User } from '#web/api.ts';
import { AuthLayout } from '#web/components/auth-layout.tsx';
import { CardForm } from '#web/components/card-form.tsx';
import { finishSubscription } from '#web/components/finish-subscription.ts';
import { messageOf } from '#web/components/form-failure.ts';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/state/account.ts';
import { newSubscriptionQuery } from '#web/state/billing.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';

/** The monthly subscription: begun on opening, paid here. */
export function Component() {
  usePageTitle('Subscribe');
  const account = useAtomValue(accountAtom);
  if (account.kind === 'in') return <Subscribing user={account.user} />;

  return (
    <Failure text="Sign in first: a subscription belongs to an account.">
      <Link to={paths.login} className={buttonClasses('primary')}>
        Sign In
      </Link>
    </Failure>
  );
}

function Subscribing({ user }: { readonly user: User }) {
  const { data: payment, error, refetch, isFetching } = useAtomValue(newSubscriptionQuery);
  if (payment) return <Paying user={user} payment={payment} />;
  if (error && !isFetching) return <Refused error={error} onRetry={() => void refetch()} />;

  return (
    <AuthLayout title="Waypost Pro" text="$49/month, cancel whenever you like." footer={null}>
      <p role="status" className="mt-6 flex items-center gap-2.5 text-muted">
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
        Setting up your subscription
      </p>
    </AuthLayout>
  );
}

function Paying({ user, payment }: { readonly user: User; readonly payment: OpenPayment }) {
  const navigate = useNavigate();
  const finish = async (): Promise<void> => {
    await navigate(paths.dashboard);
    await finishSubscription();
  };

  return (
    <AuthLayout title="Continue with Pro" text={reasonOf(user)} footer={<ReturnToDashboard />}>
      <p className="num mt-5 mb-5 flex items-baseline gap-2 border-y border-line py-4">
        <span className="text-3xl font-bold tracking-tight">$49</span>
        <span className="text-muted">/month, cancel whenever you like</span>
      </p>
      <CardForm
        payment={payment}
        label="Subscribe - $49/month"
        returnPath={paths.dashboard}
        onPaid={finish}
      />
    </AuthLayout>
  );
}

function reasonOf({ subscriptionStatus }: User): string {
  if (subscriptionStatus === 'trial') {
    return 'Your free trial is ending soon. Subscribe to keep creating and editing links.';
  }
  return 'Subscribe to go on creating and editing links. Those that you have never stopped working.';
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
