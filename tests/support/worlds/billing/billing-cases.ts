import { buyLifetime, buyNewAccount, confirmPayment } from '#core/billing/buy-lifetime';
import { followPayments, receivePaymentEvent } from '#core/billing/follow-payments';
import {
  clearPayments,
  correctPayments,
  followTrials,
  listPayments,
} from '#core/billing/maintain-billing';
import type { BillingPorts, PaymentPorts } from '#core/billing/ports';
import { cardPage, renewSubscription, showBilling } from '#core/billing/show-billing';
import { subscribe } from '#core/billing/subscribe';
import type { NewPayer } from '#contract/billing/billing';
import type { LoginVisitor } from '#core/accounts/sign-in/log-in';
import type { User } from '#core/accounts/user';

/** The tasks of the billing maintenance, each to be run by itself. */
export function maintenanceOf(ports: PaymentPorts) {
  return {
    correct: () => correctPayments(ports),
    clear: () => clearPayments(ports),
    list: () => listPayments(ports),
    followTrials: () => followTrials(ports),
  };
}

type Visitor = { readonly address: string };
type Confirmation = Parameters<typeof confirmPayment>[2];
type About = Parameters<typeof followPayments>[1];
type Event = Parameters<typeof followPayments>[2];

/** The use cases of billing with their ports. What a person gives comes before who they are. */
export function billingCases(ports: BillingPorts) {
  return {
    follow: (about: About, event: Event = null) => followPayments(ports, about, event),
    buyNewAccount: ({ buyer, ...payer }: NewPayer & { buyer: string }, { address }: Visitor) =>
      buyNewAccount(ports, { address, buyer }, payer),
    confirmPayment: (confirmation: Confirmation, visitor: LoginVisitor) =>
      confirmPayment(ports, visitor, confirmation),
    buyLifetime: (user: User, visitor: Visitor) => buyLifetime(ports, visitor, user),
    subscribe: (user: User, visitor: Visitor) => subscribe(ports, visitor, user),
    showBilling: (user: User) => showBilling(ports, user),
    renewSubscription: (user: User, goesOn: boolean) => renewSubscription(ports, user, goesOn),
    cardPage: (user: User) => cardPage(ports, user),
    receivePaymentEvent: (body: string, signature: string) =>
      receivePaymentEvent(ports, body, signature),
  };
}
