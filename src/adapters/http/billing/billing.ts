import { Elysia } from 'elysia';
import { z } from 'zod';
import * as contract from '#contract/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/prices';
import type { User } from '#core/accounts/user';
import type { BuyLifetime, BuyNewAccount } from '#core/billing/buy-lifetime';
import type { ConfirmPayment } from '#core/billing/confirm-payment';
import { paymentsClosed } from '#core/billing/no-payments';
import type { OpenPayment } from '#core/billing/payments';
import type { Billing, cardPage, renewSubscription, showBilling } from '#core/billing/show-billing';
import type { Subscribe } from '#core/billing/subscribe';
import { email, name, password } from '#adapters/http/accounts/account-body';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setActor } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { loginVisitor } from '#adapters/http/sign-in/login-visitor';
import type { PurchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import { notSignedIn, type SignedInPorts, userOf } from '#adapters/http/sign-in/signed-in';
import { userJson } from '#adapters/http/accounts/user-json';

/**
 * Billing. Every refusal is problem+json with a `message` for people and a `code`; without a payment
 * provider, every call except the offer and `GET /api/billing` answers 503.
 *
 * **Lifetime access with a new account** (/payment):
 * 1. `POST /api/create-payment-intent { email, firstName, lastName, password? }` →
 *    `{ clientSecret, paymentIntentId }` and cookies that bind the payment to this browser.
 *    `password` is only checked, so that a weak one is refused before the card is charged.
 *    Calls of the same browser with the same email address get the same payment. 409 `email_taken`,
 *    422, 429 (too many, or five declined cards within the hour), 403 when registration is closed.
 * 2. The browser confirms the card: Stripe.js with `publishableKey` and the `clientSecret`, or
 *    `POST /api/test-payments/confirm`.
 * 3. `POST /api/confirm-payment { paymentIntentId, password }` → 201 with the user object and a
 *    session cookie. 409 `payment_open`: not paid (yet); retry while the provider says
 *    `processing`. 409 `email_taken`: an account with this address was opened meanwhile, and the
 *    payment was added to it. 403: another browser started it. 422 for the password (retry with
 *    another one). Without this call, the webhook opens the account and mails a link to set a
 *    password.
 */

export type BillingRoutesPorts = {
  readonly session: SignedInPorts;
  /** The payment provider; `name` is null when this instance takes no payments. */
  readonly provider: {
    readonly name: contract.Offer['provider'];
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
  const { session, devices, purchase, buyNewAccount, confirmPayment } = ports;
  const { cookie } = session;
  const visitorOf = loginVisitor({ ...ports, cookie });
  const addressOf = (request: Request) => addressNetwork(ports.addressOf(request));

  return new Elysia({ name: 'checkout' })
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
        return openPayment(begun);
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

/** What can be bought, and what a signed-in person buys, has bought, and cancels. */
export function billingRoutes(ports: BillingRoutesPorts): Mountable[] {
  const { provider } = ports;
  const visitorOf = (request: Request) => ({ address: addressNetwork(ports.addressOf(request)) });
  const billingOf = async (user: User) => shownBilling(user, await ports.showBilling(user));

  const renew = async (user: User, goesOn: boolean, request: Request) => {
    await ports.renewSubscription(user, goesOn);
    // The renewal may have changed the plan of the person.
    const now = await userOf(ports.session, request);
    if (now === null) throw notSignedIn();
    return billingOf(now);
  };

  return [
    on(contract.showOffer, async () => ({
      provider: provider.name,
      publishableKey: provider.publishableKey,
      lifetimeCents,
      monthlyCents,
      currency: planCurrency,
    })),
    on(contract.showBilling, ({ caller }) => billingOf(caller)),
    on(contract.buyLifetime, async ({ caller, request }) => {
      refuseClosed(ports);
      return openPayment(await ports.buyLifetime(caller, visitorOf(request)));
    }),
    on(contract.subscribe, async ({ caller, request }) => {
      refuseClosed(ports);
      const { lapsed, ...payment } = await ports.subscribe(caller, visitorOf(request));
      return { ...openPayment(payment), lapsed };
    }),
    on(contract.cancelSubscription, ({ caller, request }) => renew(caller, false, request)),
    on(contract.resumeSubscription, ({ caller, request }) => renew(caller, true, request)),
    on(contract.findCardPage, async ({ caller }) => ({ url: await ports.cardPage(caller) })),
  ];
}

function refuseClosed({ provider }: Pick<BillingRoutesPorts, 'provider'>): void {
  if (provider.name === null) throw paymentsClosed();
}

function openPayment({ clientSecret, paymentId }: OpenPayment): contract.OpenPayment {
  return { clientSecret, paymentIntentId: paymentId };
}

function shownBilling(user: User, billing: Billing): contract.Billing {
  const { subscription, invoices } = billing;
  return {
    ...billing,
    status: user.subscriptionStatus,
    trialEndsAt: user.trialEndsAt,
    subscription: subscription && {
      ...subscription,
      status: subscription.state === 'past_due' ? 'past_due' : 'active',
      currentPeriodEnd: subscription.currentPeriodEnd ?? user.trialEndsAt,
    },
    invoices: invoices && [...invoices],
  };
}
