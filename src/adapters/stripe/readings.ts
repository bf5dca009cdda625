import type { Stripe } from 'stripe';
import type {
  OpenPayment,
  PaymentReading,
  Reversal,
  SubscriptionReading,
} from '#core/billing/ports';
import { secondMs } from '#core/shared/time';
import { subscriptionPrice } from './price.ts';

/** The metadata key of a payment's purchase; invoices' payments have none. */
export const purchaseLabel = 'purchase';

/** A payment with all data that decides its state. */
export async function readPayment(stripe: Stripe, id: string): Promise<PaymentReading> {
  const payment = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const isOurs = payment.metadata[purchaseLabel] !== undefined;
  return {
    status: paymentStatus(payment.status),
    amountCents: payment.amount,
    currency: payment.currency.toUpperCase(),
    reversal: await reversalOf(stripe, payment),
    clientSecret: payment.client_secret ?? '',
    subscriptionId: isOurs ? null : await subscriptionPaidBy(stripe, id),
  };
}

function paymentStatus(status: Stripe.PaymentIntent.Status): PaymentReading['status'] {
  if (status === 'succeeded') return 'paid';
  if (status === 'canceled') return 'void';
  return status === 'processing' ? 'processing' : 'open';
}

/** States of disputes that hold no money back: inquiries, and won or prevented disputes. */
const harmless: readonly string[] = [
  'won',
  'prevented',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
];

async function reversalOf(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<Reversal> {
  const charge = payment.latest_charge;
  if (charge === null || typeof charge === 'string') return 'none';
  if (charge.refunded) return 'refunded';
  if (!charge.disputed) return 'none';
  const disputes = await stripe.disputes.list({ payment_intent: payment.id, limit: 100 });
  return disputes.data.every(({ status }) => harmless.includes(status)) ? 'none' : 'disputed';
}

async function subscriptionPaidBy(stripe: Stripe, paymentId: string): Promise<string | null> {
  const paid = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentId },
    expand: ['data.invoice'],
    limit: 1,
  });
  const invoice = paid.data[0]?.invoice;
  if (typeof invoice !== 'object' || invoice.deleted) return null;
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** A subscription with its last invoice, and that invoice's payment. */
export async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionReading> {
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  });
  const invoice = subscription.latest_invoice;
  if (typeof invoice === 'string') throw new Error('Stripe did not expand an invoice');
  const { currentPeriodEnd, endsThen } = periodOf(subscription);

  return {
    status: subscriptionStatus(subscription, invoice),
    reversal: await reversalOfInvoice(stripe, invoice),
    currentPeriodEnd,
    endsThen,
    price: subscriptionPrice(subscription),
    due: dueOf(invoice),
  };
}

/**
 * When the paid period ends, and whether the subscription ends then. Stripe's customer portal sets
 * `cancel_at` and not `cancel_at_period_end`. An end in a later period does not count yet.
 */
function periodOf({
  items,
  cancel_at,
  cancel_at_period_end,
}: Stripe.Subscription): Pick<SubscriptionReading, 'currentPeriodEnd' | 'endsThen'> {
  const paidUntil = Math.max(0, ...items.data.map(({ current_period_end }) => current_period_end));
  const endsAt = cancel_at ?? Number.POSITIVE_INFINITY;
  return {
    currentPeriodEnd: new Date(Math.min(paidUntil, endsAt) * secondMs),
    endsThen: cancel_at_period_end || endsAt <= paidUntil,
  };
}

function subscriptionStatus(
  { status }: Stripe.Subscription,
  invoice: Stripe.Invoice | null,
): SubscriptionReading['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'incomplete':
      return 'open';
    case 'incomplete_expired':
      return 'void';
    case 'canceled':
      return wasNeverPaid(invoice) ? 'void' : 'ended';
    default:
      return 'past_due';
  }
}

function wasNeverPaid(invoice: Stripe.Invoice | null): boolean {
  return invoice?.billing_reason === 'subscription_create' && invoice.status !== 'paid';
}

async function reversalOfInvoice(
  stripe: Stripe,
  invoice: Stripe.Invoice | null,
): Promise<Reversal> {
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid');
  const paymentId = idOf(paid?.payment.payment_intent);
  if (paymentId === null) return 'none';
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  return reversalOf(stripe, payment);
}

function dueOf(invoice: Stripe.Invoice | null): OpenPayment | null {
  const clientSecret = invoice?.confirmation_secret?.client_secret;
  if (clientSecret === undefined || invoice?.status !== 'open') return null;
  return { clientSecret, paymentId: clientSecret.split('_secret_', 1)[0] ?? '' };
}

function idOf(object: string | { readonly id: string } | null | undefined): string | null {
  return typeof object === 'object' ? (object?.id ?? null) : (object ?? null);
}
