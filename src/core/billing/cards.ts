import type { User } from '#core/accounts/user';
import { notFound, Refusal } from '#core/shared/refusal';
import { hourMs, secondMs } from '#core/shared/time';
import type { BillingPorts, CardOutcome, TestCards, TypedCard } from './ports.ts';

/** This many declined cards within an hour suggest that somebody tests stolen cards. */
export const declinedCardLimit = 5;
export const declinedCardMs = hourMs;

/** The stored form of a payer's network address. */
export function payerKey({ pseudonym }: BillingPorts, address: string): string {
  return pseudonym(`payer ${address}`);
}

/** Refuses `too_many_requests` to a network address with too many declined cards. */
export async function refuseCardTesting(
  { ledger, clock }: BillingPorts,
  addressKey: string,
): Promise<void> {
  const since = new Date(clock.now() - declinedCardMs);
  if ((await ledger.failuresSince(addressKey, since)) < declinedCardLimit) return;
  throw tooManyCards();
}

function tooManyCards(): Refusal {
  const message = 'Too many cards were declined. Please try again later.';
  return new Refusal('too_many_requests', message, {
    retryAfterSeconds: declinedCardMs / secondMs,
  });
}

/** Where a payment's browser is: its network address. */
export type Visitor = { readonly address: string };

/**
 * Pays with the test provider. Refuses `too_many_requests` when too many cards were declined, and
 * `not_found` with another provider.
 */
export function confirmTestCard(
  ports: BillingPorts,
  visitor: Visitor,
  { clientSecret, card }: { readonly clientSecret: string; readonly card: TypedCard },
): Promise<CardOutcome> {
  const cards = cardsOf(ports);
  return counted(ports, visitor, () => cards.confirm(clientSecret, card));
}

/** The person's decision in the second step. Refuses as `confirmTestCard` does. */
export function answerSecondStep(
  ports: BillingPorts,
  visitor: Visitor,
  { clientSecret, isApproved }: { readonly clientSecret: string; readonly isApproved: boolean },
): Promise<CardOutcome> {
  const cards = cardsOf(ports);
  return counted(ports, visitor, () => cards.authenticate(clientSecret, isApproved));
}

/** Replaces the card of a person at the test provider. Refuses `not_found` with another provider. */
export async function changeTestCard(
  ports: BillingPorts,
  { id: userId, email, firstName, lastName }: User,
  card: TypedCard,
): Promise<void> {
  const cards = cardsOf(ports);
  const name = `${firstName} ${lastName}`;
  await cards.changeCard(await ports.payments.openCustomer({ userId, email, name }), card);
}

function cardsOf({ testCards }: BillingPorts): TestCards {
  if (testCards === null) throw notFound();
  return testCards;
}

/** Does what may try a card, and counts it and a declined card. */
async function counted(
  ports: BillingPorts,
  { address }: Visitor,
  act: () => Promise<CardOutcome>,
): Promise<CardOutcome> {
  const { ledger, tries, clock } = ports;
  const addressKey = payerKey(ports, address);
  await refuseCardTesting(ports, addressKey);
  if ((await tries.waitSeconds(address, clock.now())) > 0) throw tooManyCards();

  const outcome = await act();
  if (outcome.kind === 'declined') {
    const { eventId } = outcome;
    await ledger.recordFailure({ eventId, addressKey, at: new Date(clock.now()) });
  }
  return outcome;
}
