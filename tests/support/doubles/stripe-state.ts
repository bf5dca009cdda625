/** The state of the double of Stripe, and what happens there without Waypost. */

export const monthlyPrice = 'price_monthly';
export const doublePrice = {
  id: monthlyPrice,
  object: 'price',
  unit_amount: 4900,
  currency: 'usd',
  recurring: { interval: 'month', interval_count: 1 },
  transform_quantity: null,
};

type Payment = {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly currency: string;
  readonly client_secret: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
  charge: { refunded: boolean; disputed: boolean; disputeStatus: string } | null;
};

type Invoice = {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly paymentId: string;
  readonly billing_reason: string;
  readonly created: number;
  status: string;
};

type Subscription = {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  status: string;
  cancel_at_period_end: boolean;
  /** Set by Stripe's customer portal instead. */
  cancel_at: number | null;
  current_period_end: number;
  /** What the operator made of its items in Stripe. */
  items?: readonly { readonly price: object; readonly quantity?: number }[];
  currency?: string;
  discounts?: readonly string[];
};

export type StripeEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: { readonly object: object };
};

export type StripeState = ReturnType<typeof stripeState>;

/** All objects of one Stripe account; `nowMs` is its clock. */
export function stripeState(nowMs: () => number, livemode = false) {
  const payments = new Map<string, Payment>();
  const subscriptions = new Map<string, Subscription>();
  const invoices: Invoice[] = [];
  const prices = new Map([[monthlyPrice, doublePrice]]);
  const customers = new Set<string>();
  const events: StripeEvent[] = [];
  let counter = 0;
  const newId = (prefix: string) => `${prefix}_${(counter += 1)}${crypto.randomUUID().slice(0, 8)}`;
  const seconds = () => Math.floor(nowMs() / 1000);

  function tell(type: string, object: object): void {
    const event = { id: newId('evt'), type, created: seconds(), livemode, data: { object } };
    events.push({ ...event, object: 'event' });
  }

  function newPayment(amount: number, currency: string, metadata: Record<string, string>): Payment {
    const id = newId('pi');
    const client_secret = `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`;
    const object = 'payment_intent' as const;
    const created = { id, object, amount, currency, client_secret, metadata };
    const payment: Payment = { ...created, status: 'requires_payment_method', charge: null };
    payments.set(id, payment);
    return payment;
  }

  function bill(subscription: Subscription, billing_reason: string): Payment {
    const payment = newPayment(doublePrice.unit_amount, 'usd', {});
    const { id, customer } = subscription;
    invoices.push({
      id: newId('in'),
      customer,
      subscription: id,
      paymentId: payment.id,
      billing_reason,
      created: seconds(),
      status: 'open',
    });
    return payment;
  }

  function newSubscription(customer: string, price: string): Subscription {
    const current_period_end = seconds() + 30 * 86_400;
    const id = newId('sub');
    const subscription = {
      id,
      customer,
      price,
      status: 'incomplete',
      cancel_at_period_end: false,
      cancel_at: null,
      current_period_end,
    };
    subscriptions.set(id, subscription);
    bill(subscription, 'subscription_create');
    return subscription;
  }

  const state = { prices, payments, subscriptions, invoices, customers, events };
  return { ...state, newId, tell, newPayment, newSubscription, bill };
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the double of Stripe has no such object');
  return found;
}

/** The invoice of a payment; null when it has none. */
export function invoiceOf(state: StripeState, paymentId: string): Invoice | null {
  return state.invoices.find((invoice) => invoice.paymentId === paymentId) ?? null;
}

export function lastInvoiceOf(state: StripeState, subscriptionId: string): Invoice {
  return existing(state.invoices.findLast(({ subscription }) => subscription === subscriptionId));
}

/** The actions of people, banks and time, each with its Stripe events. */
export function stripeDeeds(state: StripeState) {
  const payment = (id: string) => existing(state.payments.get(id));
  const subscription = (id: string) => existing(state.subscriptions.get(id));
  const tellOf = (type: string, id: string) => state.tell(type, { id, object: type });

  return {
    pay(paymentId: string): void {
      const paid = payment(paymentId);
      if (paid.status === 'canceled') throw new Error('canceled payments cannot be paid');
      paid.status = 'succeeded';
      paid.charge = { refunded: false, disputed: false, disputeStatus: '' };
      state.tell('payment_intent.succeeded', { id: paymentId });
      const invoice = invoiceOf(state, paymentId);
      if (invoice === null) return;
      invoice.status = 'paid';
      subscription(invoice.subscription).status = 'active';
      state.tell('invoice.paid', {
        id: invoice.id,
        parent: { subscription_details: { subscription: invoice.subscription } },
      });
      tellOf('customer.subscription.updated', invoice.subscription);
    },
    decline(paymentId: string): void {
      state.tell('payment_intent.payment_failed', { id: payment(paymentId).id });
    },
    /** The operator gives a subscription other items, another currency or a discount in Stripe. */
    change(
      subscriptionId: string,
      items: NonNullable<Subscription['items']>,
      more: Pick<Subscription, 'currency' | 'discounts'> = {},
    ): void {
      Object.assign(subscription(subscriptionId), { items, ...more });
      tellOf('customer.subscription.updated', subscriptionId);
    },
    refund(paymentId: string): void {
      existing(payment(paymentId).charge ?? undefined).refunded = true;
      state.tell('charge.refunded', { id: state.newId('ch'), payment_intent: paymentId });
    },
    dispute(paymentId: string, disputeStatus: string): void {
      const charge = existing(payment(paymentId).charge ?? undefined);
      Object.assign(charge, { disputed: true, disputeStatus });
      const isOver = disputeStatus === 'won' || disputeStatus === 'lost';
      const type = isOver ? 'charge.dispute.closed' : 'charge.dispute.created';
      state.tell(type, { id: state.newId('dp'), payment_intent: paymentId });
    },
    /** The next month's invoice, whose card fails; returns its payment. */
    failRenewal(subscriptionId: string): string {
      const failing = subscription(subscriptionId);
      const { id } = state.bill(failing, 'subscription_cycle');
      failing.status = 'past_due';
      state.tell('payment_intent.payment_failed', { id });
      tellOf('customer.subscription.updated', subscriptionId);
      return id;
    },
    end(subscriptionId: string): void {
      const ending = subscription(subscriptionId);
      ending.status = ending.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
      tellOf('customer.subscription.deleted', subscriptionId);
    },
  };
}
