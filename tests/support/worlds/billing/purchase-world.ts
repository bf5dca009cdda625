import { paidOrTrial } from '#core/billing/entitlement';
import { followPayments } from '#core/billing/follow-payments';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import { billingCases } from '#roots/compose/billing-cases';
import type { WorldOptions } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';
import { memoryLedger } from '#tests/support/memory/billing/ledger';
import { memoryPayments } from '#tests/support/memory/billing/payments';
import { noBans } from '#tests/support/builders/people';
import { booksOf } from './books.ts';

/** All that somebody buys, over memory alone, with a clock that tests move. */
export function purchaseWorld(options: Pick<WorldOptions, 'isOpen'> = {}) {
  const world = personWorld(options);
  const stripe = memoryPayments(world.ports.clock);
  const banned = new Set<string>();
  const base = {
    ...world.ports,
    payments: stripe.provider,
    ledger: memoryLedger({ ...world.memory, outbox: world.outbox }),
  };
  const follow = followPayments(base);
  const ports = {
    ...base,
    follow,
    isEntitled: paidOrTrial,
    bans: { ...noBans, isBannedEmail: (email: string) => banned.has(email) },
    beginnings: rateLimit({ limit: 30, windowMs: hourMs }),
    confirmations: rateLimit({ limit: 120, windowMs: minuteMs }),
  };
  return {
    ...world,
    stripe,
    banned,
    ledger: base.ledger,
    follow,
    ...billingCases(ports),
    books: { ports, ...booksOf(ports) },
    /** The plan that an account has. */
    planOf: (userId: string) => world.users.userById(userId)?.subscriptionStatus,
  };
}
