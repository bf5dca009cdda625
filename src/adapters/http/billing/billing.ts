import * as contract from '#contract/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/prices';
import type { User } from '#core/accounts/user';
import type { BuyLifetime, BuyNewAccount } from '#core/billing/buy-lifetime';
import type { ConfirmPayment } from '#core/billing/confirm-payment';
import { paymentsClosed } from '#core/billing/no-payments';
import type { OpenPayment } from '#core/billing/payments';
import type { Billing, cardPage, renewSubscription, showBilling } from '#core/billing/show-billing';
import type { Subscribe } from '#core/billing/subscribe';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setActor } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import { type Clients, cookiesOf, visitorOf } from '#adapters/http/sign-in/login-visitor';
import type { PurchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import { notSignedIn, userOf } from '#adapters/http/sign-in/signed-in';

export type BillingRoutesPorts = Clients & {
  /** The payment provider; `name` is null when this instance takes no payments. */
  readonly provider: {
    readonly name: contract.Offer['provider'];
    readonly publishableKey: string | null;
  };
  readonly purchase: PurchaseCookie;
  readonly buyNewAccount: BuyNewAccount;
  readonly confirmPayment: ConfirmPayment;
  readonly buyLifetime: BuyLifetime;
  readonly subscribe: Subscribe;
  readonly showBilling: ReturnType<typeof showBilling>;
  readonly renewSubscription: ReturnType<typeof renewSubscription>;
  readonly cardPage: ReturnType<typeof cardPage>;
};

/** Buying access together with a new account. */
export function checkoutRoutes(ports: BillingRoutesPorts): Mountable[] {
  const { purchase, buyNewAccount, confirmPayment } = ports;
  const addressOf = (request: Request) => addressNetwork(ports.addressOf(request));

  return [
    on(contract.createPaymentIntent, async ({ body, request, headers }) => {
      refuseClosed(ports);
      const buyer = purchase.buyerOf(request);
      const begun = await buyNewAccount({ ...body, buyer }, { address: addressOf(request) });
      headers['set-cookie'] = [purchase.give(request, begun.purchaseId), purchase.giveBuyer(buyer)];
      return openPayment(begun);
    }),
    on(contract.confirmPayment, async ({ body, request, headers }) => {
      refuseClosed(ports);
      const { paymentIntentId: paymentId, password } = body;
      const begun = purchase.read(request);
      const confirmation = { paymentId, password, begun };
      const signedIn = await confirmPayment(confirmation, visitorOf(ports, request));
      setActor(request, 'session', signedIn.user.id);
      headers['set-cookie'] = cookiesOf(ports, request, signedIn);
      return signedIn.user;
    }),
  ];
}

/** What can be bought, and what a signed-in person buys, has bought, and cancels. */
export function billingRoutes(ports: BillingRoutesPorts): Mountable[] {
  const { provider } = ports;
  const payerOf = (request: Request) => ({ address: addressNetwork(ports.addressOf(request)) });
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
      return openPayment(await ports.buyLifetime(caller, payerOf(request)));
    }),
    on(contract.subscribe, async ({ caller, request }) => {
      refuseClosed(ports);
      const { lapsed, ...payment } = await ports.subscribe(caller, payerOf(request));
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
