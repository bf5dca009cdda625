import * as contract from '#contract/billing/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/billing/prices';
import type { User } from '#core/accounts/user';
import { buyLifetime, buyNewAccount, confirmPayment } from '#core/billing/buy-lifetime';
import { paymentsClosed } from '#core/billing/no-payments';
import type { BillingPorts, OpenPayment } from '#core/billing/ports';
import { type Billing, cardPage, renewSubscription, showBilling } from '#core/billing/show-billing';
import { subscribe } from '#core/billing/subscribe';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setActor } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { PurchaseCookie } from '#adapters/http/cookies/purchase-cookie';
import { type Clients, cookiesOf, visitorOf } from '#adapters/http/sign-in/login-visitor';
import { notSignedIn, userOf } from '#adapters/http/sign-in/signed-in';
import { paymentWebhooks } from './payment-webhooks.ts';
import { testPaymentRoutes } from './test-payments.ts';

/** The clients of billing: a cookie binds payments to the browser that began them. */
export type PayingClients = Clients & { readonly purchase: PurchaseCookie };

/** The offer, and the purchases, plans and cancellations of people. */
export function billingRoutes(ports: BillingPorts, clients: PayingClients): Mountable[] {
  return [
    ...checkoutRoutes(ports, clients),
    ...planRoutes(ports, clients),
    ...testPaymentRoutes(ports, clients),
    ...paymentWebhooks(ports),
  ];
}

/** Buying access together with a new account. */
function checkoutRoutes(ports: BillingPorts, clients: PayingClients): Mountable[] {
  const { purchase } = clients;
  return [
    on(contract.createPaymentIntent, async ({ body, request, headers }) => {
      refuseClosed(ports);
      const buyer = purchase.buyerOf(request);
      const address = addressNetwork(clients.addressOf(request));
      const begun = await buyNewAccount(ports, { address, buyer }, body);
      headers['set-cookie'] = [purchase.give(request, begun.purchaseId), purchase.giveBuyer(buyer)];
      return openPayment(begun);
    }),
    on(contract.confirmPayment, async ({ body, request, headers }) => {
      refuseClosed(ports);
      const { paymentIntentId: paymentId, password } = body;
      const confirmation = { paymentId, password, begun: purchase.read(request) };
      const signedIn = await confirmPayment(ports, visitorOf(clients, request), confirmation);
      setActor(request, 'session', signedIn.user.id);
      headers['set-cookie'] = cookiesOf(clients, request, signedIn);
      return signedIn.user;
    }),
  ];
}

/** The plan of a signed-in person. */
function planRoutes(ports: BillingPorts, { session, addressOf }: Clients): Mountable[] {
  const { payments } = ports;
  const payerOf = (request: Request) => ({ address: addressNetwork(addressOf(request)) });
  const billingOf = async (user: User) => shownBilling(user, await showBilling(ports, user));

  const renew = async (user: User, goesOn: boolean, request: Request) => {
    await renewSubscription(ports, user, goesOn);
    // The renewal may have changed the plan of the person.
    const now = await userOf(session, request);
    if (now === null) throw notSignedIn();
    return billingOf(now);
  };

  return [
    on(contract.showOffer, async () => ({
      provider: payments.name,
      publishableKey: payments.publishableKey,
      lifetimeCents,
      monthlyCents,
      currency: planCurrency,
    })),
    on(contract.showBilling, ({ caller }) => billingOf(caller)),
    on(contract.buyLifetime, async ({ caller, request }) => {
      refuseClosed(ports);
      return openPayment(await buyLifetime(ports, payerOf(request), caller));
    }),
    on(contract.subscribe, async ({ caller, request }) => {
      refuseClosed(ports);
      const { lapsed, ...payment } = await subscribe(ports, payerOf(request), caller);
      return { ...openPayment(payment), lapsed };
    }),
    on(contract.cancelSubscription, ({ caller, request }) => renew(caller, false, request)),
    on(contract.resumeSubscription, ({ caller, request }) => renew(caller, true, request)),
    on(contract.findCardPage, async ({ caller }) => ({ url: await cardPage(ports, caller) })),
  ];
}

function refuseClosed({ payments }: BillingPorts): void {
  if (payments.name === null) throw paymentsClosed();
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
