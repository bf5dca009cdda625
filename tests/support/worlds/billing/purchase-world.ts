import { paidOrTrial } from '#core/billing/entitlement';
import type { BillingPorts } from '#core/billing/ports';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import type { WorldOptions } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';
import { memoryLedger } from '#tests/support/memory/billing/ledger';
import { memoryPayments } from '#tests/support/memory/billing/payments';
import { noBans } from '#tests/support/builders/people';
import { billingCases, maintenanceOf } from './billing-cases.ts';

/** All that somebody buys, over memory alone, with a clock that tests move. */
export function purchaseWorld(options: Pick<WorldOptions, 'isOpen'> = {}) {
  const world = personWorld(options);
  const stripe = memoryPayments(world.ports.clock);
  const banned = new Set<string>();
  const ports: BillingPorts = {
    ...world.ports,
    payments: stripe.provider,
    ledger: memoryLedger({ ...world.memory, outbox: world.outbox }),
    testCards: null,
    isEntitled: paidOrTrial,
    bans: { ...noBans, isBannedEmail: (email: string) => banned.has(email) },
    beginnings: rateLimit({ limit: 30, windowMs: hourMs }),
    confirmations: rateLimit({ limit: 120, windowMs: minuteMs }),
    tries: rateLimit({ limit: 30, windowMs: hourMs }),
  };
  return {
    ...world,
    stripe,
    banned,
    ledger: ports.ledger,
    ...billingCases(ports),
    maintenance: { ports, ...maintenanceOf(ports) },
    /** The plan that an account has. */
    planOf: (userId: string) => world.users.userById(userId)?.subscriptionStatus,
  };
}
