import { dayMs } from '#core/shared/time';
import type { TestPayment, TestSubscription } from './objects.ts';

/** How long an unpaid first invoice stays open, as with Stripe. */
const firstInvoiceMs = 23 * 60 * 60_000;
/** How long a failed renewal is retried before the subscription ends. */
const dunningMs = 14 * dayMs;

/** A subscription whose first payment is still to come. */
export function billed(given: {
  id: string;
  customerId: string;
  payment: TestPayment;
}): TestSubscription {
  const { id, customerId, payment } = given;
  return {
    kind: 'subscription',
    id,
    customerId,
    status: 'open',
    periodEndMs: payment.atMs + firstInvoiceMs,
    endsThen: false,
    card: null,
    payments: [payment],
  };
}

/**
 * The subscription after a change of one of its payments: once paid, it runs for a month from then.
 */
export function statusAfter(object: TestSubscription, payment: TestPayment): TestSubscription {
  const isLast = object.payments.at(-1)?.id === payment.id;
  const waits = object.status === 'open' || object.status === 'past_due';
  if (!isLast || !waits || payment.status !== 'paid') return object;
  const periodEndMs = monthAfter(payment.atMs);
  return { ...object, status: 'active', card: payment.card, periodEndMs };
}

/** The subscription at the end of its period: renewed with its card, failing, or ended. */
export function renewed(
  object: TestSubscription,
  { nowMs, next }: { nowMs: number; next: TestPayment },
): TestSubscription | null {
  if (nowMs < object.periodEndMs) return null;
  if (object.status === 'open') return { ...object, status: 'void' };
  if (object.status !== 'active') return { ...object, status: 'ended' };
  if (object.endsThen) return { ...object, status: 'ended' };

  const { card, payments } = object;
  if (card?.renews) {
    const payment = { ...next, status: 'paid' as const, card };
    const periodEndMs = monthAfter(object.periodEndMs);
    return { ...object, payments: [...payments, payment], periodEndMs };
  }
  const periodEndMs = nowMs + dunningMs;
  return { ...object, status: 'past_due', payments: [...payments, next], periodEndMs };
}

/**
 * The time one month later, in UTC: the same day and time of day in the next month, or the last day
 * of a shorter month.
 */
function monthAfter(atMs: number): number {
  const at = new Date(atMs);
  const month = at.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(at.getUTCDate(), lastDay);
  return Date.UTC(at.getUTCFullYear(), month, day) + (atMs % dayMs);
}
