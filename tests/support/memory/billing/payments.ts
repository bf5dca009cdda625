import type { Card, Invoice } from '#contract/billing/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/billing/prices';
import type {
  PaymentEvent,
  PaymentReading,
  Payments,
  SubscriptionReading,
} from '#core/billing/ports';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** A provider of payments in memory. `signed` is what its webhooks carry, by their signature. */
export function memoryPayments(clock: Clock) {
  const payments = new Map<string, PaymentReading>();
  const subscriptions = new Map<string, SubscriptionReading>();
  const signed = new Map<string, PaymentEvent>();
  const events: { readonly at: Date; readonly event: PaymentEvent }[] = [];
  const invoices: { readonly customerId: string; readonly invoice: Invoice }[] = [];
  const cards = new Map<string, Card>();
  const away = { now: false };

  /** Changes a payment as its provider has it. */
  function turn(paymentId: string, change: Partial<PaymentReading>): void {
    payments.set(paymentId, { ...anOpenPayment, ...payments.get(paymentId), ...change });
  }
  function turnSubscription(id: string, change: Partial<SubscriptionReading>): void {
    subscriptions.set(id, { ...anOpenSubscription, ...subscriptions.get(id), ...change });
  }

  const provider = {
    name: 'test',
    publishableKey: null,
    async openPayment({ orderId }) {
      const paymentId = `pay_${orderId}`;
      const clientSecret = `secret of ${paymentId}`;
      if (!payments.has(paymentId)) turn(paymentId, { clientSecret });
      return { paymentId, clientSecret };
    },
    readPayment: async (paymentId) => payments.get(paymentId) ?? null,
    async refund(paymentId) {
      if (payments.get(paymentId)?.status === 'paid') turn(paymentId, { reversal: 'refunded' });
    },
    async voidPayment(paymentId) {
      if (payments.get(paymentId)?.status === 'open') turn(paymentId, { status: 'void' });
    },
    openCustomer: async ({ userId }) => `customer of ${userId}`,
    async openSubscription({ orderId, customerId }) {
      const id = `sub_${orderId}`;
      if (subscriptions.has(id)) return id;
      const due = { paymentId: `first of ${id}`, clientSecret: `secret of the first of ${id}` };
      turn(due.paymentId, { clientSecret: due.clientSecret, subscriptionId: id });
      turnSubscription(id, { due });
      invoices.push({ customerId, invoice: monthlyInvoice(due.paymentId, clock) });
      return id;
    },
    readSubscription: async (subscriptionId) => subscriptions.get(subscriptionId) ?? null,
    async renew(id, goesOn) {
      if (subscriptions.has(id)) turnSubscription(id, { endsThen: !goesOn });
    },
    async endSubscription(id) {
      const status = subscriptions.get(id)?.status;
      if (status === 'open') turnSubscription(id, { status: 'void', due: null });
      if (status === 'active' || status === 'past_due')
        turnSubscription(id, { status: 'ended', due: null });
    },
    invoices: async (customerId) =>
      unlessAway(
        invoices
          .filter((kept) => kept.customerId === customerId)
          .map(({ invoice }) => ({ ...invoice, status: statusOf(invoice) })),
      ),
    card: async (customerId) => unlessAway(cards.get(customerId) ?? null),
    cardPage: async () => null,
    async readEvent(_, signature) {
      const event = signed.get(signature);
      if (!event) throw new Refusal('malformed', 'The signature is not valid');
      return event;
    },
    async *eventsSince(since) {
      yield* events.filter(({ at }) => at >= since).map(({ event }) => event);
    },
  } satisfies Payments;

  function unlessAway<T>(answer: T): T {
    if (away.now) throw new Refusal('unavailable', 'The provider is away');
    return answer;
  }

  function statusOf({ id, status }: Invoice): Invoice['status'] {
    return payments.get(id)?.status === 'paid' ? 'paid' : status;
  }

  /** Somebody pays; the first payment of a subscription makes it run. */
  function pay(paymentId: string): void {
    turn(paymentId, { status: 'paid' });
    const id = payments.get(paymentId)?.subscriptionId ?? null;
    if (id !== null) turnSubscription(id, { status: 'active', due: null });
    const about = { kind: 'payment', id: paymentId } as const;
    const event = { id: `event ${events.length}`, about, isFailure: false };
    events.push({ at: new Date(clock.now()), event });
  }

  return {
    provider,
    payments,
    subscriptions,
    signed,
    events,
    invoices,
    cards,
    away,
    turn,
    turnSubscription,
    pay,
  };
}

function monthlyInvoice(id: string, clock: Clock): Invoice {
  const price = { amountCents: monthlyCents, currency: planCurrency };
  const at = new Date(clock.now());
  return { ...price, id, at, description: 'Monthly', status: 'open', url: null };
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
  reversal: 'none',
  currentPeriodEnd: new Date(Date.UTC(2026, 6, 1)),
  endsThen: false,
  price: { amountCents: monthlyCents, currency: planCurrency, interval: 'month', intervalCount: 1 },
  due: null,
};
