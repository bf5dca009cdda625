import { Elysia } from 'elysia';
import { z } from 'zod';
import type { CardOutcome, confirmTestCard, TypedCard } from '#core/billing/confirm-test-card';
import type { User } from '#core/accounts/user';
import { invalid, notFound } from '#core/shared/refusal';
import type { ConfirmedJson } from './billing-json.ts';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

/** What a browser asks of the built-in test provider. */
export type TestDesk = ReturnType<typeof confirmTestCard> & {
  changeCard(user: User, card: TypedCard): Promise<void>;
};

export type TestPaymentRoutesPorts = {
  readonly session: SignedInPorts;
  /** Null with another provider: then these routes answer 404. */
  readonly testDesk: TestDesk | null;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
  readonly clock: { now(): number };
};

const cardBody = z.object({
  number: z
    .string('Enter a card number')
    .max(40, 'Enter a card number')
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .refine((digits) => /^\d{12,19}$/.test(digits) && hasCheckDigit(digits), {
      message: 'Your card number is invalid.',
    }),
  expiry: z
    .string('Enter the expiration date as MM/YY')
    .max(10, 'Enter the expiration date as MM/YY')
    .regex(/^(0[1-9]|1[0-2]) ?\/ ?\d\d$/, "Your card's expiration date is incomplete."),
  cvc: z.string('Enter the CVC').regex(/^\d{3,4}$/, "Your card's security code is incomplete."),
});

const clientSecret = z.string('Send the client secret').max(255, 'Send the client secret');
const confirmBody = cardBody.extend({ clientSecret });
const secondStepBody = z.object({
  clientSecret,
  isApproved: z.boolean('Must be true or false'),
});

/** The browser's side of the built-in test provider. Stripe.js does this for Stripe. */
export function testPaymentRoutes({ session, testDesk, addressOf, clock }: TestPaymentRoutesPorts) {
  const desk = (): TestDesk => {
    if (testDesk === null) throw notFound();
    return testDesk;
  };
  const networkOf = (request: Request) => addressNetwork(addressOf(request));

  return new Elysia({ name: 'test-payments' })
    .post(
      '/api/test-payments/confirm',
      async ({ body, request }) => {
        const card = cardOf(body, clock.now());
        const { confirm } = desk();
        return confirmedJson(await confirm(body.clientSecret, card, networkOf(request)));
      },
      { body: confirmBody },
    )
    .post(
      '/api/test-payments/authenticate',
      async ({ body, request }) => {
        const { authenticate } = desk();
        const { isApproved } = body;
        return confirmedJson(await authenticate(body.clientSecret, isApproved, networkOf(request)));
      },
      { body: secondStepBody },
    )
    .use(signedIn(session))
    .put(
      '/api/test-payments/card',
      async ({ body, user, set }) => {
        await desk().changeCard(user, cardOf(body, clock.now()));
        set.status = 204;
      },
      { body: cardBody },
    );
}

function cardOf({ number, expiry }: z.infer<typeof cardBody>, nowMs: number): TypedCard {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(-2))];
  // A card is valid until the end of its month in every time zone.
  if (Date.UTC(year, month, 1) <= nowMs) {
    throw invalid({ path: 'expiry', message: "Your card's expiration date is in the past." });
  }
  return { number, expiryMonth: month, expiryYear: year };
}

function confirmedJson(outcome: CardOutcome): ConfirmedJson {
  if (outcome.kind !== 'declined') return { status: outcome.kind, message: '' };
  return { status: 'requires_payment_method', message: outcome.message };
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].toReversed().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return value > 9 ? value - 9 : value;
  });
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
