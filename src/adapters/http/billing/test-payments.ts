import * as contract from '#contract/billing';
import type { User } from '#core/accounts/user';
import type { CardOutcome, confirmTestCard, TypedCard } from '#core/billing/confirm-test-card';
import { invalid, notFound } from '#core/shared/refusal';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';

/** What a browser asks of the built-in test provider. */
export type TestDesk = ReturnType<typeof confirmTestCard> & {
  changeCard(user: User, card: TypedCard): Promise<void>;
};

export type TestPaymentRoutesPorts = {
  /** Null with another provider: then these routes answer 404. */
  readonly testDesk: TestDesk | null;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
  readonly clock: { now(): number };
};

/** The browser's side of the built-in test provider. Stripe.js does this for Stripe. */
export function testPaymentRoutes(ports: TestPaymentRoutesPorts): Mountable[] {
  const { testDesk, addressOf, clock } = ports;
  const desk = (): TestDesk => {
    if (testDesk === null) throw notFound();
    return testDesk;
  };
  const networkOf = (request: Request) => addressNetwork(addressOf(request));

  return [
    on(contract.confirmTestCard, async ({ body, request }) => {
      const card = typedCard(body, clock.now());
      return confirmed(await desk().confirm(body.clientSecret, card, networkOf(request)));
    }),
    on(contract.answerSecondStep, async ({ body, request }) => {
      const { clientSecret, isApproved } = body;
      return confirmed(await desk().authenticate(clientSecret, isApproved, networkOf(request)));
    }),
    on(contract.changeTestCard, ({ caller, body }) =>
      desk().changeCard(caller, typedCard(body, clock.now())),
    ),
  ];
}

function typedCard({ number, expiry }: contract.TestCard, nowMs: number): TypedCard {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(-2))];
  // A card is valid until the end of its month in every time zone.
  if (Date.UTC(year, month, 1) <= nowMs) {
    throw invalid({ path: 'expiry', message: "Your card's expiration date is in the past." });
  }
  return { number, expiryMonth: month, expiryYear: year };
}

function confirmed(outcome: CardOutcome): contract.ConfirmedPayment {
  if (outcome.kind !== 'declined') return { status: outcome.kind, message: '' };
  return { status: 'requires_payment_method', message: outcome.message };
}
