import { dayMs, hourMs, minuteMs, secondMs, type Clock } from '#core/shared/time';
import { declinedCardLimit, declinedCardMs } from './declined-cards.ts';
import type { FollowPayments } from './follow-payments.ts';
import type { Ledger, LedgerChores } from './ledger.ts';
import type { Payments } from './payments.ts';
import { correctionsOf, type Correction } from './plan.ts';
import { applyEvent } from './take-payment-event.ts';

/** Somebody who began to pay may take so long. */
const patienceMs = dayMs;
/** A payment that can no longer be made is remembered for so long. */
const voidMemoryMs = dayMs;
/** Events may come into the provider's list a little late. */
const overlapMs = hourMs;
/** How far back the provider is asked the first time. */
const firstListMs = 30 * dayMs;

export type KeepBooksPorts = {
  readonly payments: Pick<
    Payments,
    'refund' | 'endSubscription' | 'voidPayment' | 'eventsSince' | 'readPayment'
  >;
  readonly ledger: LedgerChores & Pick<Ledger, 'hasSeen'>;
  readonly follow: FollowPayments;
  readonly clock: Clock;
};

/** Gives back what was paid twice, and ends subscriptions that nobody should pay. */
export function correctPayments({ payments, ledger, follow }: KeepBooksPorts) {
  return async (): Promise<void> => {
    await runAll((await ledger.conflicting()).flatMap(correctionsOf), correct);
  };

  async function correct(correction: Correction): Promise<void> {
    switch (correction.kind) {
      case 'refund':
        await payments.refund(correction.paymentId);
        return follow({ kind: 'payment', id: correction.paymentId }, null);
      case 'cancel':
        await payments.endSubscription(correction.subscriptionId);
        return follow({ kind: 'subscription', id: correction.subscriptionId }, null);
    }
  }
}

/**
 * Makes void what nobody should pay any more (left behind, or begun where cards are tried out), and
 * ends at the provider what a deleted account left there: what it paid at the last moment goes back.
 */
export function clearPayments({ payments, ledger, follow, clock }: KeepBooksPorts) {
  return async (): Promise<void> => {
    const nowMs = clock.now();
    const surplus = await ledger.surplus({
      openedBefore: new Date(nowMs - patienceMs),
      failedSince: new Date(nowMs - declinedCardMs),
      limit: declinedCardLimit,
    });
    await runAll(surplus, async (paymentId) => {
      await payments.voidPayment(paymentId);
      await follow({ kind: 'payment', id: paymentId }, null);
    });
    await runAll(await ledger.orphans(), async ({ kind, id }) => {
      if (kind === 'subscription') await payments.endSubscription(id);
      if (kind === 'payment') {
        await payments.voidPayment(id);
        await payments.refund(id);
      }
      await ledger.forgetOrphan(id);
    });
    await ledger.forget(new Date(nowMs - voidMemoryMs));
  };
}

/** Hears what was told while we did not listen, from the provider's own list. */
export function listPayments({ payments, ledger, follow, clock }: KeepBooksPorts) {
  return async (): Promise<void> => {
    const startMs = clock.now();
    const until = (await ledger.listedUntil())?.getTime() ?? startMs - firstListMs;
    for await (const event of payments.eventsSince(new Date(until - overlapMs))) {
      await applyEvent({ ledger, follow }, event);
    }
    await ledger.keepListedUntil(new Date(startMs));
  };
}

/** Ends the trials that are over. */
export function endTrials({ ledger, clock }: Pick<KeepBooksPorts, 'ledger' | 'clock'>) {
  return (): Promise<void> => ledger.endTrials(new Date(clock.now()));
}

/** So often the books are gone through … */
export const booksEveryMs = 10 * secondMs;
/** … and so often the provider is asked for its whole list. */
const listEveryMs = 10 * minuteMs;

/**
 * Goes through the books once: all of it, one after the other, whatever fails; `more` is done last.
 * The first failure rises.
 */
export function keepBooks(ports: KeepBooksPorts, more: readonly (() => Promise<void>)[]) {
  const { ledger, clock } = ports;
  const list = listPayments(ports);
  const listWhenDue = async (): Promise<void> => {
    const until = await ledger.listedUntil();
    if (until === null || clock.now() - until.getTime() >= listEveryMs) await list();
  };
  const chores = [
    ...[endTrials(ports), correctPayments(ports), clearPayments(ports), listWhenDue],
    ...more,
  ];
  return (): Promise<void> => runAll(chores, (chore) => chore());
}

/** Does the work for each; one that fails keeps none from its turn, and the first failure rises. */
async function runAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
