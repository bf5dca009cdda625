import { useAtomValue } from 'jotai';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/features/account/account.ts';
import { hadTrialBefore, noTrialWords } from '#web/features/billing/trial.ts';
import { buttonClasses } from '#web/ui/button.tsx';

type Lack = { readonly reason: string; readonly path: string; readonly action: string };

/**
 * Says why links cannot be created or edited, with a link to the solution. Renders nothing when
 * they can.
 */
export function PlanNotice() {
  const account = useAtomValue(accountAtom);
  const lack = takesPayments && account.kind === 'in' ? lackOf(account.user, Date.now()) : null;
  if (lack === null) return null;

  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5 text-warn"
    >
      <p className="flex items-center gap-2.5">
        <Lock aria-hidden className="size-4 shrink-0" />
        {lack.reason}
      </p>
      <Link to={lack.path} className={buttonClasses('secondary', 'sm')}>
        {lack.action}
      </Link>
    </div>
  );
}

/**
 * Why the plan does not allow changes, or null. The server enforces this; the notice only shows it
 * before the person types.
 */
function lackOf(user: User, nowMs: number): Lack | null {
  const { subscriptionStatus, trialEndsAt } = user;
  const subscribe = { path: paths.subscribe, action: 'Subscribe Now' };
  const ended = { ...subscribe, reason: 'Your trial has ended. Subscribe to continue.' };
  switch (subscriptionStatus) {
    case 'active':
    case 'lifetime':
      return null;
    case 'trial':
      return Date.parse(trialEndsAt) > nowMs ? null : ended;
    case 'expired':
      return hadTrialBefore(user) ? { ...subscribe, reason: noTrialWords } : ended;
    case 'canceled':
      return { ...subscribe, reason: 'Your plan has ended. Subscribe to continue.' };
    case 'past_due':
      return {
        reason: 'Your last payment failed. Change your card to continue.',
        path: paths.billing,
        action: 'Open billing',
      };
  }
}
