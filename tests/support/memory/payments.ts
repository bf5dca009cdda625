import type {
  PaymentEvent,
  PaymentReading,
  Payments,
  SubscriptionReading,
} from '#core/billing/payments';
import { lifetimeCents, monthlyCents } from '#core/billing/plan';
import { Refusal } from '#core/shared/refusal';

export const monthlyPriceId = 'price_monthly';

/** A provider of payments in memory. `signed` is what its webhooks carry, by their signature. */
export function memoryPayments() {
  const payments = new Map<string, PaymentReading>();
  const subscriptions = new Map<string, SubscriptionReading>();
  const signed = new Map<string, PaymentEvent>();
  const provider = {
    monthlyPriceId,
    async openPayment({ orderId }) {
      const paymentId = `pay_${orderId}`;
      const clientSecret = `secret of ${paymentId}`;
      if (!payments.has(paymentId)) payments.set(paymentId, { ...anOpenPayment, clientSecret });
      return { paymentId, clientSecret };
    },
    readPayment: async (paymentId) => payments.get(paymentId) ?? null,
    openCustomer: async ({ userId }) => `customer of ${userId}`,
    async openSubscription({ orderId }) {
      const id = `sub_${orderId}`;
      const due = { paymentId: `first of ${id}`, clientSecret: 'secret' };
      if (!subscriptions.has(id)) subscriptions.set(id, { ...anOpenSubscription, due });
      return id;
    },
    readSubscription: async (subscriptionId) => subscriptions.get(subscriptionId) ?? null,
    async readEvent(_, signature) {
      const event = signed.get(signature);
      if (!event) throw new Refusal('malformed', 'The signature is not valid');
      return event;
    },
  } satisfies Partial<Payments>;

  return {
    ...{ provider, payments, subscriptions, signed },
    /** Changes a payment as its provider has it. */
    turn(paymentId: string, change: Partial<PaymentReading>) {
      payments.set(paymentId, { ...anOpenPayment, ...payments.get(paymentId), ...change });
    },
    turnSubscription(id: string, change: Partial<SubscriptionReading>) {
      subscriptions.set(id, { ...anOpenSubscription, ...subscriptions.get(id), ...change });
    },
  };
}

const anOpenPayment: PaymentReading = {
  status: 'open',
  amountCents: lifetimeCents,
  currency: 'USD',
  reversal: 'none',
  clientSecret: '',
  subscriptionId: null,
};

const anOpenSubscription: SubscriptionReading = {
  status: 'open',
  priceId: monthlyPriceId,
  amountCents: monthlyCents,
  currency: 'USD',
  reversal: 'none',
  currentPeriodEnd: new Date(Date.UTC(2026, 6, 1)),
  endsThen: false,
  due: null,
};
