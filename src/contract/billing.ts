import * as z from 'zod/mini';

/** The plan of an account. `expired`: the trial is over and nothing was bought. */
export const SubscriptionStatus = z.enum([
  'trial',
  'active',
  'lifetime',
  'past_due',
  'canceled',
  'expired',
]);
