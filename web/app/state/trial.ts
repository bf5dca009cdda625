import type { User } from '#web/api.ts';
import { counted } from '#web/format.ts';

const dayMs = 86_400_000;
/** From this number of days on, the banner is orange. */
export const soonDays = 7;

/** Days until the end of the trial, rounded up. Null without a running trial. */
export function trialDaysLeft(
  { subscriptionStatus, trialEndsAt }: Pick<User, 'subscriptionStatus' | 'trialEndsAt'>,
  nowMs: number,
): number | null {
  const leftMs = Date.parse(trialEndsAt) - nowMs;
  return subscriptionStatus === 'trial' && leftMs > 0 ? Math.ceil(leftMs / dayMs) : null;
}

/** Whether the account was created without a trial, because its email address had one before. */
export function hadTrialBefore({
  trialEndsAt,
  createdAt,
}: Pick<User, 'trialEndsAt' | 'createdAt'>): boolean {
  return trialEndsAt === createdAt;
}

/** The text for a person whose email address had a trial before. */
export const noTrialWords =
  'Your email address has already had its free trial. Subscribe to create and edit links.';

/**
 * The text about the trial of a new account. Without payments trials do not end, so the text does
 * not mention one.
 */
export function welcomeWords(
  { subscriptionStatus }: Pick<User, 'subscriptionStatus'>,
  takesPayments: boolean,
): string {
  if (!takesPayments) return 'Welcome.';
  return subscriptionStatus === 'trial' ? 'Your free trial has started.' : noTrialWords;
}

/** The text of /subscribe with this many days left, at least 1. */
export function subscribeWords(days: number): string {
  const purpose = 'Subscribe to keep creating and editing links.';
  if (days > soonDays) return `Your free trial ends in ${days} days. ${purpose}`;
  return `Your free trial is ending soon: ${counted(days, 'day')} left. ${purpose}`;
}

type Price = { readonly amount: string; readonly period: string };

/**
 * The text about the payment of today, when the trial has this many days left; null without a
 * trial.
 */
export function todayWords({ amount, period }: Price, daysLeft: number | null): string {
  const payment = `You pay ${amount} today, and ${amount}${period} from then on.`;
  if (daysLeft === null) return payment;
  const left = daysLeft === 1 ? 'day that is' : `${daysLeft} days that are`;
  return `${payment} Your subscription begins today: the ${left} left of your trial will not be added.`;
}

type TrialWords = { readonly end: string; readonly purpose: string };

/** The two sentences of the banner with this many days left, at least 1. */
export function trialWords(days: number): TrialWords {
  return days === 1
    ? {
        end: 'Your free trial ends tomorrow.',
        purpose: 'Subscribe to continue using Waypost Pro.',
      }
    : {
        end: `Your free trial ends in ${days} days.`,
        purpose: 'Subscribe to continue using all features.',
      };
}
