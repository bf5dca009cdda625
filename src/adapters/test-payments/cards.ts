import type { TypedCard } from '#core/billing/ports';
import type { TestCard } from './objects.ts';

/** What the test provider does with a card, by Stripe's test numbers. */
export type CardRule =
  | { readonly kind: 'taken'; readonly needsSecondStep: boolean; readonly card: TestCard }
  | { readonly kind: 'declined'; readonly message: string };

const taken: Readonly<Record<string, Partial<{ needsSecondStep: boolean; renews: boolean }>>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '4000002500003155': { needsSecondStep: true },
  '4000002760003184': { needsSecondStep: true },
  '4000000000000341': { renews: false },
};

const declined: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': "Your card's security code is incorrect.",
};

/** A card that is no test card is declined, so that nobody enters a real number here. */
const realCard = 'Your card was declined. This is the test mode: use a test card number.';

/** The result of a card. Only the last four digits of its number are stored. */
export function ruleOf({ number, expiryMonth, expiryYear }: TypedCard): CardRule {
  const found = taken[number];
  if (found === undefined) return { kind: 'declined', message: declined[number] ?? realCard };
  const { needsSecondStep = false, renews = true } = found;
  const brand = number.startsWith('5') ? 'mastercard' : 'visa';
  const last4 = number.slice(-4);
  const card = { brand, last4, expiryMonth, expiryYear, renews };
  return { kind: 'taken', needsSecondStep, card };
}
