import { Refusal } from '#core/shared/refusal';
import { runAll } from '#core/shared/run-all';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import { declinedCardLimit, declinedCardMs } from './cards.ts';
import { applyEvent, followPayments } from './follow-payments.ts';
import { correctionsOf, type Correction } from './plan.ts';
import type { PaymentPorts } from './ports.ts';

/** How long an open payment is kept for a person who began to pay. */
const patienceMs = dayMs;
/** How long a void payment is remembered. */
const voidMemoryMs = dayMs;
/** The provider may list an event this long after it happened. */
const overlapMs = hourMs;
/** How far back the first listing goes. */
const firstListMs = 30 * dayMs;

/** Refunds double payments, and ends subscriptions that nobody should pay. */
export async function correctPayments(ports: PaymentPorts): Promise<void> {
  const corrections = (await ports.ledger.conflicting()).flatMap(correctionsOf);
  await runAll(corrections, (correction) => correct(ports, correction));
}

async function correct(ports: PaymentPorts, correction: Correction): Promise<void> {
  const { payments } = ports;
  switch (correction.kind) {
    case 'refund':
      await payments.refund(correction.paymentId);
      return followPayments(ports, { kind: 'payment', id: correction.paymentId });
    case 'cancel':
      await payments.endSubscription(correction.subscriptionId);
      return followPayments(ports, { kind: 'subscription', id: correction.subscriptionId });
  }
}

/**
 * Voids payments that nobody should make any more (abandoned, or begun where cards are tested).
 * Ends at the provider what a deleted account left there, and refunds a payment that it made at the
 * last moment.
 */
export async function clearPayments(ports: PaymentPorts): Promise<void> {
  const { payments, ledger } = ports;
  const nowMs = ports.clock.now();
  const surplus = await ledger.surplus({
    openedBefore: new Date(nowMs - patienceMs),
    failedSince: new Date(nowMs - declinedCardMs),
    limit: declinedCardLimit,
  });
  await runAll(surplus, async (paymentId) => {
    await payments.voidPayment(paymentId);
    await followPayments(ports, { kind: 'payment', id: paymentId });
  });
  await runAll(await ledger.orphans(), async ({ kind, id }) => {
    if (kind === 'subscription') await payments.endSubscription(id);
    if (kind === 'payment' && !(await isGivenBack(payments, id))) return;
    await ledger.forgetOrphan(id);
  });
  await ledger.forget(new Date(nowMs - voidMemoryMs));
}

/** Voids or refunds a payment. False while it may still be paid, and when it was paid in this moment. */
async function isGivenBack(payments: PaymentPorts['payments'], id: string): Promise<boolean> {
  await payments.voidPayment(id);
  await payments.refund(id);
  const payment = await payments.readPayment(id);
  if (payment === null || payment.status === 'void') return true;
  return payment.status === 'paid' && payment.reversal !== 'none';
}

/**
 * Applies events that were missed while the application was down, from the provider's own list. A
 * failed event does not stop the later ones, unless the provider is away. The next listing then
 * begins where this one began, and tries it again.
 */
export async function listPayments(ports: PaymentPorts): Promise<void> {
  const { payments, ledger, clock } = ports;
  const startMs = clock.now();
  const until = (await ledger.listedUntil())?.getTime() ?? startMs - firstListMs;
  const failures: unknown[] = [];
  for await (const event of payments.eventsSince(new Date(until - overlapMs))) {
    await applyEvent(ports, event).catch((error: unknown) => {
      if (isAway(error)) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
  await ledger.keepListedUntil(new Date(startMs));
}

function isAway(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable';
}

/** Keeps the stored plans in step with the ends of trials. */
export function followTrials({ ledger, clock }: PaymentPorts): Promise<void> {
  return ledger.followTrials(new Date(clock.now()));
}

/** Pause between two runs of the billing maintenance. */
export const maintenancePauseMs = 10 * secondMs;
/** Interval at which the provider's list of events is read. */
const listEveryMs = 10 * minuteMs;
/** Pause before a failed listing begins again: it may be as long as the first one. */
const retryListMs = minuteMs;

/**
 * All billing maintenance, one task after the other, to be run again and again. A failed task does
 * not stop the others; `more` runs last. Throws the first failure at the end.
 */
export function maintainBilling(ports: PaymentPorts, more: readonly (() => Promise<void>)[]) {
  const { ledger, clock } = ports;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  const listWhenDue = async (): Promise<void> => {
    const nowMs = clock.now();
    const until = (await ledger.listedUntil())?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (nowMs - until < listEveryMs || nowMs - triedAtMs < retryListMs) return;
    triedAtMs = nowMs;
    await listPayments(ports);
  };
  const chores = [
    () => followTrials(ports),
    () => correctPayments(ports),
    () => clearPayments(ports),
    listWhenDue,
    ...more,
  ];
  return (): Promise<void> => runAll(chores, (chore) => chore());
}
