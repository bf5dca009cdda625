import type { User } from '#core/accounts/user';
import type { Billing } from '#core/billing/show-billing';

/** What can be bought, and how. */
export type OfferJson = {
  readonly provider: 'stripe' | 'test' | null;
  /** For Stripe.js; null with another provider. */
  readonly publishableKey: string | null;
  readonly lifetimeCents: number;
  readonly monthlyCents: number;
  readonly currency: 'USD';
};

export type CardJson = {
  /** In lower case: `visa`, `mastercard`, … */
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

export type InvoiceJson = {
  readonly id: string;
  readonly at: string;
  readonly description: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: 'paid' | 'open' | 'refunded' | 'disputed' | 'void';
  /** The provider's page of it; null when the provider has none. */
  readonly url: string | null;
};

/** The price of each period of a subscription, without taxes. */
export type SubscriptionPriceJson = {
  /** Hundredths of the currency's main unit, also of a currency without cents. */
  readonly amountCents: number;
  readonly currency: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  /** The number of intervals in a period. */
  readonly intervalCount: number;
};

/** What a person has bought. */
export type BillingJson = {
  readonly status: 'trial' | 'active' | 'lifetime' | 'past_due' | 'canceled' | 'expired';
  readonly trialEndsAt: string;
  /** Whether the account may create and edit links now. */
  readonly isEntitled: boolean;
  readonly subscription: {
    readonly status: 'active' | 'past_due';
    readonly currentPeriodEnd: string;
    /** The subscription will not be renewed at the end of the period. */
    readonly endsThen: boolean;
    /** What it costs each period; null while that is not known. */
    readonly price: SubscriptionPriceJson | null;
  } | null;
  /** When lifetime access was paid; null without it. */
  readonly lifetimeSince: string | null;
  /** Null without a card, or while the provider is away. */
  readonly card: CardJson | null;
  /** Newest first; null while the provider is away. */
  readonly invoices: readonly InvoiceJson[] | null;
};

/** The payment that a subscription needs. */
export type DueSubscriptionJson = {
  readonly clientSecret: string;
  readonly paymentIntentId: string;
  /**
   * The subscription that has lapsed and continues with this payment; null for a new one, at the
   * offered price.
   */
  readonly lapsed: { readonly price: SubscriptionPriceJson | null } | null;
};

/** The state of a payment after a card was confirmed with the test provider. */
export type ConfirmedJson = {
  readonly status: 'succeeded' | 'requires_action' | 'requires_payment_method';
  /** A message for the person; empty unless the card was declined. */
  readonly message: string;
};

export function billingJson(user: User, billing: Billing): BillingJson {
  const { subscription, invoices } = billing;
  return {
    status: user.subscriptionStatus,
    trialEndsAt: user.trialEndsAt.toISOString(),
    isEntitled: billing.isEntitled,
    subscription: subscription && {
      status: subscription.state === 'past_due' ? 'past_due' : 'active',
      currentPeriodEnd: (subscription.currentPeriodEnd ?? user.trialEndsAt).toISOString(),
      endsThen: subscription.endsThen,
      price: subscription.price,
    },
    lifetimeSince: billing.lifetimeSince?.toISOString() ?? null,
    card: billing.card,
    invoices: invoices && invoices.map((invoice) => ({ ...invoice, at: invoice.at.toISOString() })),
  };
}
