import { ApiError } from '#web/api-error.ts';
import { takesPayments } from '#web/instance.ts';
import type { Account } from './account.ts';
import { hadTrialBefore, noTrialWords } from './trial.ts';
import { paths } from '#web/paths.ts';

/** Why the plan does not allow a change. */
type Lack = WayOn & { readonly reason: string };

/** The button that leads to the solution. */
type WayOn = { readonly path: string; readonly action: string };

const subscribe: WayOn = { path: paths.subscribe, action: 'Subscribe Now' };

/**
 * Why the plan does not allow changes, or null. The server enforces this; the notice only shows it
 * before the person types.
 */
export function lackOf(account: Account, nowMs: number): Lack | null {
  if (!takesPayments || account.kind !== 'in') return null;
  const { subscriptionStatus, trialEndsAt } = account.user;
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
        reason: 'Your last payment failed. Pay it to continue.',
        path: paths.subscribe,
        action: 'Pay now',
      };
  }
}

/**
 * The solution after an error: a plan, when the plan does not allow the change. Null for other
 * errors, and without payments. The plan may have ended since the page loaded the account.
 */
export function wayOnFrom(error: unknown, account: Account, nowMs: number): WayOn | null {
  const isOfPlan = error instanceof ApiError && error.status === 402;
  return isOfPlan && takesPayments ? (lackOf(account, nowMs) ?? subscribe) : null;
}
