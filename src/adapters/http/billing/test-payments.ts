import * as contract from '#contract/billing/billing';
import { answerSecondStep, changeTestCard, confirmTestCard } from '#core/billing/cards';
import type { BillingPorts, CardOutcome, TypedCard } from '#core/billing/ports';
import { invalid } from '#core/shared/refusal';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { Clients } from '#adapters/http/sign-in/login-visitor';

/** The browser's side of the built-in test provider. Stripe.js does this for Stripe. */
export function testPaymentRoutes(
  ports: BillingPorts,
  { addressOf }: Pick<Clients, 'addressOf'>,
): Mountable[] {
  const { clock } = ports;
  const visitorOf = (request: Request) => ({ address: addressNetwork(addressOf(request)) });

  return [
    on(contract.confirmTestCard, async ({ body, request }) => {
      const { clientSecret } = body;
      const card = typedCard(body, clock.now());
      return confirmed(await confirmTestCard(ports, visitorOf(request), { clientSecret, card }));
    }),
    on(contract.answerSecondStep, async ({ body, request }) =>
      confirmed(await answerSecondStep(ports, visitorOf(request), body)),
    ),
    on(contract.changeTestCard, ({ caller, body }) =>
      changeTestCard(ports, caller, typedCard(body, clock.now())),
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
