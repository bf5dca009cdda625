import type { User } from '#core/accounts/user';
import type { Billing } from '#core/billing/show-billing';
import { monthlyCents } from '#core/billing/plan';

/** What may be bought, and how. */
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
  /** Where the provider shows it; null when it does not. */
  readonly url: string | null;
};

/** What somebody has bought. */
export type BillingJson = {
  readonly status: 'trial' | 'active' | 'lifetime' | 'past_due' | 'canceled' | 'expired';
  readonly trialEndsAt: string;
  /** Whether links may be created and edited now. */
  readonly isEntitled: boolean;
  readonly subscription: {
    readonly status: 'active' | 'past_due';
    readonly currentPeriodEnd: string;
    /** It is not renewed at that instant. */
    readonly endsThen: boolean;
    readonly amountCents: number;
  } | null;
  /** When lifetime access was paid; null without. */
  readonly lifetimeSince: string | null;
  /** Null without a card, or while the provider cannot be asked. */
  readonly card: CardJson | null;
  /** Newest first; null while the provider cannot be asked. */
  readonly invoices: readonly InvoiceJson[] | null;
};

/** How a payment stands after a card was confirmed with the test provider. */
export type ConfirmedJson = {
  readonly status: 'succeeded' | 'requires_action' | 'requires_payment_method';
  /** What to tell the person; empty unless the card was not taken. */
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
      amountCents: monthlyCents,
    },
    lifetimeSince: billing.lifetimeSince?.toISOString() ?? null,
    card: billing.card,
    invoices: invoices && invoices.map((invoice) => ({ ...invoice, at: invoice.at.toISOString() })),
  };
}
