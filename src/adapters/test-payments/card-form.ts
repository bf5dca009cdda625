import { timingSafeEqual } from 'node:crypto';
import type { CardOutcome, TestCards } from '#core/billing/ports';
import { notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { ruleOf } from './cards.ts';
import { paymentIdOf, type TestCard, type TestPayment } from './objects.ts';
import type { TestStore } from './store.ts';

/** The result of an attempt to pay; `declined` is the message for the person. */
type CardAttempt = { readonly after: TestPayment; readonly declined: string | null };

const unauthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The part of the test provider that the card form uses. */
export function testCards(
  store: Pick<TestStore, 'changePayment'>,
  clock: Clock,
): Pick<TestCards, 'confirm' | 'authenticate'> {
  return {
    confirm: (clientSecret, typed) =>
      attempt(clientSecret, (payment) => {
        refuseSettled(payment.status === 'open' || payment.status === 'action');
        const rule = ruleOf(typed);
        if (rule.kind === 'declined') return { after: unpaid(payment), declined: rule.message };
        const { card } = rule;
        if (!rule.needsSecondStep) return { after: paid(payment, card), declined: null };
        return { after: { ...payment, status: 'action', card }, declined: null };
      }),

    authenticate: (clientSecret, isApproved) =>
      attempt(clientSecret, (payment) => {
        refuseSettled(payment.status === 'action');
        const { card } = payment;
        if (isApproved && card) return { after: paid(payment, card), declined: null };
        return { after: unpaid(payment), declined: unauthenticated };
      }),
  };

  async function attempt(
    clientSecret: string,
    act: (payment: TestPayment) => CardAttempt,
  ): Promise<CardOutcome> {
    const outcomes: ((eventId: string) => CardOutcome)[] = [];
    const eventId = await store.changePayment(paymentIdOf(clientSecret), (payment) => {
      refuseOtherSecret(payment, clientSecret);
      const { after, declined } = act(payment);
      outcomes.push((id) => outcomeOf(after, declined, id));
      return { after, isFailure: declined !== null };
    });
    const [outcome] = outcomes;
    if (outcome === undefined) throw notFound();
    return outcome(eventId);
  }

  function paid(payment: TestPayment, card: TestCard): TestPayment {
    return { ...payment, status: 'paid', card, atMs: clock.now() };
  }
}

function unpaid(payment: TestPayment): TestPayment {
  return { ...payment, status: 'open', card: null };
}

function outcomeOf(after: TestPayment, declined: string | null, eventId: string): CardOutcome {
  if (declined !== null) return { kind: 'declined', eventId, message: declined };
  return { kind: after.status === 'paid' ? 'succeeded' : 'requires_action' };
}

function refuseSettled(isWaiting: boolean): void {
  if (!isWaiting) throw new Refusal('conflict', 'This payment can no longer be made.');
}

function refuseOtherSecret(payment: TestPayment, clientSecret: string): void {
  const [kept, given] = [Buffer.from(payment.clientSecret), Buffer.from(clientSecret)];
  if (kept.length !== given.length || !timingSafeEqual(kept, given)) throw notFound();
}
