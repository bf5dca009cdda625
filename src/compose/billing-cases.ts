import { buyLifetime, buyNewAccount, type BuyLifetimePorts } from '#core/billing/buy-lifetime';
import { confirmPayment, type ConfirmPaymentPorts } from '#core/billing/confirm-payment';
import {
  cardPage,
  renewSubscription,
  showBilling,
  type ShowBillingPorts,
} from '#core/billing/show-billing';
import { subscribe, type SubscribePorts } from '#core/billing/subscribe';
import {
  receivePaymentEvent,
  type ReceivePaymentEventPorts,
} from '#core/billing/receive-payment-event';

export type BillingCasesPorts = BuyLifetimePorts &
  ConfirmPaymentPorts &
  SubscribePorts &
  ShowBillingPorts &
  ReceivePaymentEventPorts;

/** The use cases of billing, by their names. */
export function billingCases(ports: BillingCasesPorts) {
  return {
    buyNewAccount: buyNewAccount(ports),
    confirmPayment: confirmPayment(ports),
    buyLifetime: buyLifetime(ports),
    subscribe: subscribe(ports),
    showBilling: showBilling(ports),
    renewSubscription: renewSubscription(ports),
    cardPage: cardPage(ports),
    receivePaymentEvent: receivePaymentEvent(ports),
  };
}
