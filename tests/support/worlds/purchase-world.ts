import { buyLifetime, buyNewAccount } from '#core/billing/buy-lifetime';
import { confirmPayment } from '#core/billing/confirm-payment';
import { followPayments } from '#core/billing/follow-payments';
import { subscribe } from '#core/billing/subscribe';
import { takePaymentEvent } from '#core/billing/take-payment-event';
import { rateLimit } from '#core/shared/rate-limit';
import { hourMs } from '#core/shared/time';
import type { WorldOptions } from './account-world.ts';
import { personWorld } from './person-world.ts';
import { memoryLedger } from '#tests/support/memory/ledger';
import { memoryPayments } from '#tests/support/memory/payments';

/** All that somebody buys, over memory alone, with a clock that tests move. */
export function purchaseWorld(options: Pick<WorldOptions, 'isOpen'> = {}) {
  const world = personWorld(options);
  const stripe = memoryPayments();
  const banned = new Set<string>();
  const base = {
    ...world.ports,
    payments: stripe.provider,
    ledger: memoryLedger(world.ports),
  };
  const follow = followPayments(base);
  const ports = {
    ...{ ...base, follow },
    bans: { isBannedEmail: (email: string) => banned.has(email) },
    beginnings: rateLimit({ limit: 30, windowMs: hourMs }),
  };
  return {
    ...{ ...world, stripe, banned, ledger: base.ledger, follow },
    buyNewAccount: buyNewAccount(ports),
    buyLifetime: buyLifetime(ports),
    confirmPayment: confirmPayment(ports),
    subscribe: subscribe(ports),
    takePaymentEvent: takePaymentEvent(ports),
    /** The plan that an account has. */
    planOf: (userId: string) => world.users.userById(userId)?.subscriptionStatus,
  };
}
