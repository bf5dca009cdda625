import type { Card, Invoice } from '#contract/billing/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/billing/prices';
import type { Stripe } from 'stripe';
import type { Payments } from '#core/billing/ports';
import { noSubscription } from '#core/billing/show-billing';
import { secondMs, type Clock } from '#core/shared/time';
import { connectStripe, isLiveKey, type StripeConnection } from './connect.ts';
import { eventsSince, signedEvent } from './events.ts';
import { centsOf } from './price.ts';
import { purchaseLabel, readPayment, readSubscription } from './readings.ts';
import { unlessAway, unlessMissing } from './unless-away.ts';

export type StripeOptions = StripeConnection & {
  readonly publishableKey: string;
  readonly webhookSecrets: readonly string[];
  /** The id of the monthly price. */
  readonly monthlyPrice: string;
  /** The application's public address. */
  readonly appUrl: string;
  readonly clock: Clock;
};

const currency = planCurrency.toLowerCase();

/**
 * Payments by Stripe. Everything is opened under an idempotency key of ours, so that a retry opens
 * nothing new.
 */
export function stripePayments(options: StripeOptions): Payments {
  const { publishableKey, webhookSecrets, monthlyPrice, appUrl, clock } = options;
  const stripe = connectStripe(options);
  const signed = { stripe, secrets: webhookSecrets, isLive: isLiveKey(options), clock };

  return {
    name: 'stripe',
    publishableKey,
    ...single(stripe),
    ...recurring(stripe, monthlyPrice),
    ...shown(stripe, appUrl),
    readEvent: (body, signature) => signedEvent(signed, body, signature),
    eventsSince: (at) => eventsSince(signed, at),
  };
}

type Single = Pick<Payments, 'openPayment' | 'readPayment' | 'refund' | 'voidPayment'>;

function single(stripe: Stripe): Single {
  return {
    openPayment: ({ orderId }) =>
      unlessAway(async () => {
        const { id, client_secret } = await stripe.paymentIntents.create(
          {
            amount: lifetimeCents,
            currency,
            allowed_payment_method_types: ['card'],
            description: 'Waypost lifetime access',
            metadata: { [purchaseLabel]: orderId },
          },
          { idempotencyKey: `lifetime-${orderId}` },
        );
        return { paymentId: id, clientSecret: client_secret ?? '' };
      }),

    readPayment: (id) => unlessAway(() => unlessMissing(() => readPayment(stripe, id))),

    refund: (payment_intent) =>
      unlessAway(async () => {
        const payment = await unlessMissing(() => readPayment(stripe, payment_intent));
        if (!payment || payment.status !== 'paid' || payment.reversal !== 'none') return;
        const idempotencyKey = `refund-${payment_intent}`;
        await stripe.refunds.create({ payment_intent }, { idempotencyKey });
      }),

    voidPayment: (id) =>
      unlessAway(async () => {
        const payment = await unlessMissing(() => stripe.paymentIntents.retrieve(id));
        if (!payment || ['succeeded', 'canceled', 'processing'].includes(payment.status)) return;
        await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
      }),
  };
}

type Recurring = Pick<
  Payments,
  'openCustomer' | 'openSubscription' | 'readSubscription' | 'renew' | 'endSubscription'
>;

function recurring(stripe: Stripe, monthlyPrice: string): Recurring {
  let isPriceChecked = false;

  return {
    openCustomer: ({ userId, email, name, lostId = null }) =>
      unlessAway(async () => {
        const customer = { email, name, metadata: { user: userId } };
        // With a changed address it is another request, which Stripe would refuse under the same
        // key. When the customer was lost, the same key would return the lost customer.
        const text = [email, name, ...(lostId === null ? [] : [lostId])].join('\n');
        const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex');
        const idempotencyKey = `customer-${userId}-${digest.slice(0, 16)}`;
        return (await stripe.customers.create(customer, { idempotencyKey })).id;
      }),

    openSubscription: ({ orderId, customerId }) =>
      unlessAway(async () => {
        if (!isPriceChecked) await checkPrice(stripe, monthlyPrice);
        isPriceChecked = true;
        const order = {
          customer: customerId,
          items: [{ price: monthlyPrice, quantity: 1 }],
          payment_behavior: 'default_incomplete' as const,
          payment_settings: {
            payment_method_types: ['card' as const],
            save_default_payment_method: 'on_subscription' as const,
          },
          metadata: { subscription: orderId },
        };
        const idempotencyKey = `subscription-${orderId}-${customerId}`;
        const opened = await unlessMissing(
          () => stripe.subscriptions.create(order, { idempotencyKey }),
          'customer',
        );
        return opened?.id ?? null;
      }),

    readSubscription: (id) => unlessAway(() => unlessMissing(() => readSubscription(stripe, id))),

    async renew(id, goesOn) {
      await unlessAway(() =>
        unlessMissing(async () => {
          const kept = await stripe.subscriptions.retrieve(id);
          return stripe.subscriptions.update(id, endingOf(kept, goesOn));
        }),
      );
    },

    endSubscription: (id) =>
      unlessAway(async () => {
        const kept = await unlessMissing(() => stripe.subscriptions.retrieve(id));
        if (!kept || kept.status === 'canceled' || kept.status === 'incomplete_expired') return;
        await stripe.subscriptions.cancel(id);
      }),
  };
}

/** Stripe accepts only one of its two kinds of end: at the end of the period, or at a time. */
function endingOf({ cancel_at, cancel_at_period_end }: Stripe.Subscription, goesOn: boolean) {
  const isTimed = cancel_at !== null && !cancel_at_period_end;
  return goesOn && isTimed ? { cancel_at: '' as const } : { cancel_at_period_end: !goesOn };
}

function shown(stripe: Stripe, appUrl: string): Pick<Payments, 'invoices' | 'card' | 'cardPage'> {
  return {
    invoices: (customer) =>
      unlessAway(async () => {
        const page = await unlessMissing(() => stripe.invoices.list({ customer, limit: 50 }));
        return (page?.data ?? []).flatMap(invoiceOf);
      }),

    card: (customerId) =>
      unlessAway(async () => {
        const cards = { type: 'card', limit: 1 } as const;
        const methods = await unlessMissing(() =>
          stripe.customers.listPaymentMethods(customerId, cards),
        );
        return cardOf(methods?.data[0]);
      }),

    cardPage: (customer) =>
      unlessAway(async () => {
        const return_url = `${appUrl}/settings/billing`;
        const page = await unlessMissing(() =>
          stripe.billingPortal.sessions.create({ customer, return_url }),
        );
        if (page === null) throw noSubscription();
        return page.url;
      }),
  };
}

/** With a wrong price, people would pay without getting anything. */
async function checkPrice(stripe: Stripe, id: string): Promise<void> {
  const price = await stripe.prices.retrieve(id);
  const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1;
  if (isMonthly && price.unit_amount === monthlyCents && price.currency === currency) return;
  throw new Error('STRIPE_MONTHLY_PRICE is not the id of the offered monthly price');
}

function invoiceOf(invoice: Stripe.Invoice): Invoice[] {
  const { id, status, created, total, currency: code, hosted_invoice_url: url } = invoice;
  if (status === null || status === 'draft') return [];
  return [
    {
      id,
      at: new Date(created * secondMs),
      description: 'Waypost Pro',
      amountCents: centsOf(total, code),
      currency: code.toUpperCase(),
      status: status === 'paid' ? 'paid' : status === 'open' ? 'open' : 'void',
      url: url ?? null,
    },
  ];
}

function cardOf(method: Stripe.PaymentMethod | undefined): Card | null {
  const card = method?.card;
  if (!card) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = card;
  return { brand, last4, expiryMonth, expiryYear };
}
