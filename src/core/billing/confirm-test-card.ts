import type { SharedRateLimit } from '#core/shared/limits/rate-limit';
import {
  payerKey,
  refuseCardTesting,
  tooManyCards,
  type DeclinedCardsPorts,
} from './declined-cards.ts';
import type { Ledger } from './ledger.ts';

/** A card as typed. Only its format is checked. */
export type TypedCard = {
  /** Digits only. */
  readonly number: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
};

/** The result of a card payment. */
export type CardOutcome =
  | { readonly kind: 'succeeded' }
  /** The bank requires a confirmation by the person. */
  | { readonly kind: 'requires_action' }
  /** `eventId` is the event that reports the failure; `message` is shown to the person. */
  | { readonly kind: 'declined'; readonly eventId: string; readonly message: string };

/**
 * The part of the built-in test provider that a paying browser uses. Refuses `not_found` and
 * `conflict`.
 */
export type TestCards = {
  confirm(clientSecret: string, card: TypedCard): Promise<CardOutcome>;
  /** The person's decision in the second step. */
  authenticate(clientSecret: string, isApproved: boolean): Promise<CardOutcome>;
};

export type ConfirmTestCardPorts = DeclinedCardsPorts & {
  readonly cards: TestCards;
  readonly ledger: Pick<Ledger, 'recordFailure'>;
  /** Limit of cards that one network address may try, successful or not. */
  readonly tries: SharedRateLimit;
};

/** Pays with the test provider. Refuses `too_many_requests` when too many cards were declined. */
export function confirmTestCard(ports: ConfirmTestCardPorts) {
  const { cards, ledger, tries, pseudonym, clock } = ports;

  return {
    confirm: (clientSecret: string, card: TypedCard, address: string) =>
      within(address, () => cards.confirm(clientSecret, card)),
    authenticate: (clientSecret: string, isApproved: boolean, address: string) =>
      within(address, () => cards.authenticate(clientSecret, isApproved)),
  };

  async function within(address: string, act: () => Promise<CardOutcome>): Promise<CardOutcome> {
    const addressKey = payerKey(pseudonym, address);
    await refuseCardTesting(ports, addressKey);
    if ((await tries.waitSeconds(address, clock.now())) > 0) throw tooManyCards();

    const outcome = await act();
    if (outcome.kind === 'declined') {
      const { eventId } = outcome;
      await ledger.recordFailure({ eventId, addressKey, at: new Date(clock.now()) });
    }
    return outcome;
  }
}
