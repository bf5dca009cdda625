import type { SharedRateLimit } from '#core/shared/rate-limit';
import {
  payerKey,
  refuseCardTesting,
  tooManyCards,
  type DeclinedCardsPorts,
} from './declined-cards.ts';
import type { Ledger } from './ledger.ts';

/** A card as it was typed, its shape checked. */
export type TypedCard = {
  /** Digits alone. */
  readonly number: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
};

/** What became of a card. */
export type CardOutcome =
  | { readonly kind: 'succeeded' }
  /** The bank wants to ask the person first. */
  | { readonly kind: 'requires_action' }
  /** `eventId` is the event that tells of it; `message` is for the person. */
  | { readonly kind: 'declined'; readonly eventId: string; readonly message: string };

/** The built-in provider's side of a browser that pays. Refuses `not_found` and `conflict`. */
export type TestCards = {
  confirm(clientSecret: string, card: TypedCard): Promise<CardOutcome>;
  /** The answer to the second step. */
  authenticate(clientSecret: string, isApproved: boolean): Promise<CardOutcome>;
};

export type ConfirmTestCardPorts = DeclinedCardsPorts & {
  readonly cards: TestCards;
  readonly ledger: Pick<Ledger, 'noteFailure'>;
  /** How many cards one network address may try, whatever comes of it. */
  readonly tries: SharedRateLimit;
};

/** Pays in the test mode. Refuses `too_many_requests` where too many cards were declined. */
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
      await ledger.noteFailure({ eventId, addressKey, at: new Date(clock.now()) });
    }
    return outcome;
  }
}
