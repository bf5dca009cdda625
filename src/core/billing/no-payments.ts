import { Refusal } from '#core/shared/refusal';
import type { Payments } from './ports.ts';

/** For instances without payments: every call refuses `unavailable`. */
export function noPayments(): Payments {
  return {
    name: null,
    publishableKey: null,
    openPayment: closed,
    readPayment: closed,
    openCustomer: closed,
    openSubscription: closed,
    readSubscription: closed,
    renew: closed,
    endSubscription: closed,
    refund: closed,
    voidPayment: closed,
    invoices: closed,
    card: closed,
    cardPage: closed,
    readEvent: closed,
    async *eventsSince() {},
  };
}

async function closed(): Promise<never> {
  throw paymentsClosed();
}

export function paymentsClosed(): Refusal {
  return new Refusal('unavailable', 'Payments are not set up on this Waypost.');
}
