import { Elysia } from 'elysia';
import { z } from 'zod';
import type { BuyLifetime, BuyNewAccount } from '#core/billing/buy-lifetime';
import type { ConfirmPayment } from '#core/billing/confirm-payment';
import { paymentsClosed } from '#core/billing/no-payments';
import type { OpenPayment } from '#core/billing/payments';
import { lifetimeCents, monthlyCents, planCurrency } from '#core/billing/plan';
import type { cardPage, renewSubscription, showBilling } from '#core/billing/show-billing';
import type { DueSubscription, Subscribe } from '#core/billing/subscribe';
import { email, name, password } from '#adapters/http/accounts/account-body';
import {
  billingJson,
  type BillingJson,
  type DueSubscriptionJson,
  type OfferJson,
} from './billing-json.ts';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setActor } from '#adapters/http/frame/concerned';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { loginVisitor } from '#adapters/http/sign-in/login-visitor';
import type { PurchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import {
  signedIn,
  userOf,
  notSignedIn,
  type SignedInPorts,
} from '#adapters/http/sign-in/signed-in';
import { userJson } from '#adapters/http/accounts/user-json';

/**
 * Billing: the contract between the screens and the server. Amounts are whole cents, times are ISO
 * 8601. Every refusal is problem+json with a `message` for people and a `code`.
 *
 * **What can be bought.** `GET /api/billing/offer`, no session needed: `OfferJson`. `provider` says
 * how a card is confirmed; with `null` this instance takes no payments, and every call below
 * except `GET /api/billing` answers 503.
 *
 * **Lifetime access with a new account** (/payment):
 * 1. `POST /api/create-payment-intent { email, firstName, lastName, password? }` →
 *    `{ clientSecret, paymentIntentId }` and cookies that bind the payment to this browser.
 *    `password` is only checked, so that a weak one is refused before the card is charged.
 *    Calls of the same browser with the same email address get the same payment. 409 `email_taken`, 422, 429 (too many, or five declined cards within the
 *    hour), 403 when registration is closed.
 * 2. The browser confirms the card (below).
 * 3. `POST /api/confirm-payment { paymentIntentId, password }` → 201 with the user object and a
 *    session cookie. 409 `payment_open`: not paid (yet); retry while the provider says
 *    `processing`. 409 `email_taken`: an account with this address was opened meanwhile, and the
 *    payment was added to it. 403: another browser started it. 422 for the password (retry with
 *    another one). Without this call, the webhook opens the account and mails a link to set a
 *    password.
 *
 * **Lifetime access for a signed-in person**: `POST /api/billing/lifetime` (no body) → as step 1.
 * 409 `already_lifetime`. No further call is needed: the webhook grants the access. Poll `GET
 * /api/auth/user` until `subscriptionStatus` is `lifetime`.
 *
 * **Subscribing**: `POST /api/create-subscription` (no body, session) → `DueSubscriptionJson`;
 * repeated calls get the same payment while it is unpaid. 409
 * `already_subscribed` 'You already have a subscription.' or `already_lifetime` 'You already have
 * lifetime access.'. The webhook sets `subscriptionStatus` to `active`.
 *
 * **The billing section**: `GET /api/billing` → `BillingJson`. `POST /api/billing/cancel` and
 * `POST /api/billing/resume` (no body) → `BillingJson`: the subscription ends, or continues,
 * at `currentPeriodEnd`; 409 `conflict` when there is none. `POST /api/billing/card` (no body) →
 * `{ url }`: where the card is changed (the provider's own page, which comes back to
 * /settings/billing), or null: then the page has its own card form and sends `PUT
 * /api/test-payments/card { number, expiry, cvc }` → 204.
 *
 * **Confirming a card.** `provider: 'stripe'`: Stripe.js with `publishableKey` and the
 * `clientSecret`. `provider: 'test'` ('Test mode: no real charge'), with or without a session:
 * `POST /api/test-payments/confirm { clientSecret, number, expiry: 'MM/YY', cvc }` →
 * `ConfirmedJson`: `status` is `succeeded`; `requires_payment_method` with the `message` to show
 * ('Your card was declined.'); or `requires_action`: show the second step and send
 * `POST /api/test-payments/authenticate { clientSecret, isApproved }` → `ConfirmedJson` again.
 * 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for the
 * second step, 4000 0000 0000 0341 pays once and fails at the renewal. 422 for a malformed card,
 * 429 after five declined ones within the hour, 404 for an unknown secret.
 */

export type BillingRoutesPorts = {
  readonly session: SignedInPorts;
  /** The payment provider; `name` is null when this instance takes no payments. */
  readonly provider: {
    readonly name: OfferJson['provider'];
    readonly publishableKey: string | null;
  };
  readonly devices: DeviceCookie;
  readonly purchase: PurchaseCookie;
  readonly buyNewAccount: BuyNewAccount;
  readonly confirmPayment: ConfirmPayment;
  readonly buyLifetime: BuyLifetime;
  readonly subscribe: Subscribe;
  readonly showBilling: ReturnType<typeof showBilling>;
  readonly renewSubscription: ReturnType<typeof renewSubscription>;
  readonly cardPage: ReturnType<typeof cardPage>;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

const intentBody = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email: email('Please enter a valid email address'),
  password: password.optional(),
});

const confirmationBody = z.object({
  paymentIntentId: z.string('Send the payment id').max(255, 'Send the payment id'),
  password,
});

/** Buying access together with a new account. */
export function checkoutRoutes(ports: BillingRoutesPorts) {
  const { session, devices, provider, purchase, buyNewAccount, confirmPayment } = ports;
  const { cookie } = session;
  const visitorOf = loginVisitor({ ...ports, cookie });
  const addressOf = (request: Request) => addressNetwork(ports.addressOf(request));

  return new Elysia({ name: 'checkout' })
    .get('/api/billing/offer', (): OfferJson => {
      const { name: providerName, publishableKey } = provider;
      const currency = planCurrency;
      return { provider: providerName, publishableKey, lifetimeCents, monthlyCents, currency };
    })
    .post(
      '/api/create-payment-intent',
      async ({ body, request, set }) => {
        refuseClosed(ports);
        const buyer = purchase.buyerOf(request);
        const begun = await buyNewAccount({ ...body, buyer }, { address: addressOf(request) });
        set.headers['set-cookie'] = [
          purchase.give(request, begun.purchaseId),
          purchase.giveBuyer(buyer),
        ];
        return openPaymentJson(begun);
      },
      { body: intentBody },
    )
    .post(
      '/api/confirm-payment',
      async ({ body, request, set }) => {
        refuseClosed(ports);
        const { paymentIntentId: paymentId, password: chosen } = body;
        const begun = purchase.read(request);
        const confirmation = { paymentId, password: chosen, begun };
        const { user, token } = await confirmPayment(confirmation, visitorOf(request));
        setActor(request, 'session', user.id);
        set.status = 201;
        set.headers['set-cookie'] = [cookie.give(token), devices.give(request, user.id)];
        return userJson(user);
      },
      { body: confirmationBody },
    );
}

/** What a signed-in person buys, has bought, and cancels. */
export function billingRoutes(ports: BillingRoutesPorts) {
  const visitorOf = (request: Request) => ({ address: addressNetwork(ports.addressOf(request)) });

  /** Reads the person again: the last action may have changed their plan. */
  const billingOf = async (request: Request): Promise<BillingJson> => {
    const user = await userOf(ports.session, request);
    if (user === null) throw notSignedIn();
    return billingJson(user, await ports.showBilling(user));
  };

  return new Elysia({ name: 'billing' })
    .use(signedIn(ports.session))
    .get('/api/billing', ({ request }) => billingOf(request))
    .post('/api/billing/lifetime', async ({ user, request }) => {
      refuseClosed(ports);
      return openPaymentJson(await ports.buyLifetime(user, visitorOf(request)));
    })
    .post('/api/create-subscription', async ({ user, request }) => {
      refuseClosed(ports);
      return dueSubscriptionJson(await ports.subscribe(user, visitorOf(request)));
    })
    .post('/api/billing/cancel', async ({ user, request }) => {
      await ports.renewSubscription(user, false);
      return billingOf(request);
    })
    .post('/api/billing/resume', async ({ user, request }) => {
      await ports.renewSubscription(user, true);
      return billingOf(request);
    })
    .post('/api/billing/card', async ({ user }) => ({ url: await ports.cardPage(user) }));
}

function refuseClosed({ provider }: Pick<BillingRoutesPorts, 'provider'>): void {
  if (provider.name === null) throw paymentsClosed();
}

function openPaymentJson({ clientSecret, paymentId }: OpenPayment) {
  return { clientSecret, paymentIntentId: paymentId };
}

function dueSubscriptionJson({ lapsed, ...payment }: DueSubscription): DueSubscriptionJson {
  return { ...openPaymentJson(payment), lapsed };
}
