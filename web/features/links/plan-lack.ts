import { takesPayments } from '#web/app/instance.ts';
import type { Account } from '#web/features/account/account.ts';
import { hadTrialBefore, noTrialWords } from '#web/features/billing/trial.ts';
import { paths } from '#web/paths.ts';

/** Why the plan does not allow a change, and the button that leads to the solution. */
type Lack = { readonly reason: string; readonly path: string; readonly action: string };

/**
 * Why the plan does not allow changes, or null. The server enforces this; the notice only shows it
 * before the person types.
 */
export function lackOf(account: Account, nowMs: number): Lack | null {
  if (!takesPayments || account.kind !== 'in') return null;
  const { subscriptionStatus, trialEndsAt } = account.user;
  const subscribe = { path: paths.subscribe, action: 'Subscribe Now' };
  const ended = { ...subscribe, reason: 'Your trial has ended. Subscribe to continue.' };
  switch (subscriptionStatus) {
    case 'active':
    case 'lifetime':
      return null;
    case 'trial':
      return Date.parse(trialEndsAt) > nowMs ? null : ended;
    case 'expired':
      return hadTrialBefore(account.user) ? { ...subscribe, reason: noTrialWords } : ended;
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
