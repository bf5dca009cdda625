import type { SubscriptionPrice } from '#contract/billing/billing';
import { planCurrency } from '#contract/billing/prices';
import type { PaymentReading, SubscriptionReading } from '#core/billing/ports';
import type { TestObject, TestPayment, TestSubscription } from './objects.ts';

/** A payment as the product reads it. */
export function paymentReading(object: TestObject, payment: TestPayment): PaymentReading {
  return {
    status: payment.status === 'action' ? 'open' : payment.status,
    amountCents: payment.amountCents,
    currency: planCurrency,
    reversal: payment.isRefunded ? 'refunded' : 'none',
    clientSecret: payment.clientSecret,
    subscriptionId: object.kind === 'subscription' ? object.id : null,
  };
}

/** A subscription as the product reads it. */
export function subscriptionReading(object: TestSubscription): SubscriptionReading {
  const last = object.payments.at(-1);
  const isDue = object.status === 'open' || object.status === 'past_due';
  return {
    status: object.status,
    reversal: last?.isRefunded ? 'refunded' : 'none',
    currentPeriodEnd: new Date(object.periodEndMs),
    endsThen: object.endsThen,
    price: last ? monthly(last.amountCents) : null,
    due: isDue && last ? { paymentId: last.id, clientSecret: last.clientSecret } : null,
  };
}

function monthly(amountCents: number): SubscriptionPrice {
  return { amountCents, currency: planCurrency, interval: 'month', intervalCount: 1 };
}
