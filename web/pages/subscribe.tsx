import { useAtomValue } from 'jotai';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, type OpenPayment, type User } from '#web/api.ts';
import { AuthLayout } from '#web/components/auth-layout.tsx';
import { refusedByBank, useBankReturn } from '#web/components/bank-return.ts';
import { CardForm } from '#web/components/card-form.tsx';
import { FormAlert } from '#web/components/form-alert.tsx';
import { messageOf } from '#web/components/form-failure.ts';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/state/account.ts';
import { awaitPlan, newSubscriptionQuery } from '#web/state/billing.ts';
import { tell } from '#web/state/toast.ts';
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
  const cameBack = useBankReturn({ once: true });
  if (cameBack !== null && !cameBack.isRefused) return <Confirming />;
  return <Beginning user={user} problem={cameBack === null ? undefined : refusedByBank} />;
}

type BeginningProps = {
  readonly user: User;
  /** Why the person is back here. */
  readonly problem: string | undefined;
};

function Beginning({ user, problem }: BeginningProps) {
  const { data: payment, error, refetch, isFetching } = useAtomValue(newSubscriptionQuery);
  if (payment) return <Paying user={user} payment={payment} problem={problem} />;
  if (error && !isFetching) return <Refused error={error} onRetry={() => void refetch()} />;
  return <Waiting text="Setting up your subscription" />;
}

/** The bank has agreed. */
function Confirming() {
  const finish = useFinish();
  useEffect(() => void finish(), []);
  return <Waiting text="Confirming your payment" />;
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <AuthLayout title="Waypost Pro" text="$49/month, cancel whenever you like." footer={null}>
      <p role="status" className="mt-6 flex items-center gap-2.5 text-muted">
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
        {text}
      </p>
    </AuthLayout>
  );
}

/** Shows the dashboard, and the plan there as soon as the payment is confirmed. */
function useFinish(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    tell('Payment Successful', 'Thank you. Your subscription begins now.');
    await navigate(paths.dashboard);
    if (!(await awaitPlan('active'))) {
      tell(
        'Payment Successful',
        'Your subscription will show as soon as the payment is confirmed.',
      );
    }
  };
}

function Paying({ user, payment, problem }: BeginningProps & { readonly payment: OpenPayment }) {
  const finish = useFinish();
  return (
    <AuthLayout title="Continue with Pro" text={reasonOf(user)} footer={<ReturnToDashboard />}>
      <p className="num mt-5 mb-5 flex items-baseline gap-2 border-y border-line py-4">
        <span className="text-3xl font-bold tracking-tight">$49</span>
        <span className="text-muted">/month, cancel whenever you like</span>
      </p>
      <div className="grid gap-4">
        <FormAlert text={problem} />
        <CardForm
          payment={payment}
          label="Subscribe - $49/month"
          returnPath={paths.subscribe}
          onPaid={finish}
        />
      </div>
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
