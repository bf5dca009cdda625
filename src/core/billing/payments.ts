import {
  lifetimeCents,
  monthlyCents,
  planCurrency,
  type PurchaseState,
  type SubscriptionState,
} from './plan.ts';

/** Money taken back from a payment. A dispute that was won, or a refund in part, is none. */
export type Reversal = 'none' | 'refunded' | 'disputed';

/** A payment as its provider has it now. */
export type PaymentReading = {
  readonly status: 'open' | 'processing' | 'paid' | 'void';
  readonly amountCents: number;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly reversal: Reversal;
  readonly clientSecret: string;
  /** The subscription whose invoice it pays; null when it pays for itself. */
  readonly subscriptionId: string | null;
};

/** A subscription as its provider has it now. */
export type SubscriptionReading = {
  /** `void`: it ended before its first payment. */
  readonly status: 'open' | 'active' | 'past_due' | 'ended' | 'void';
  readonly priceId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Of the last invoice's payment. */
  readonly reversal: Reversal;
  readonly currentPeriodEnd: Date;
  /** It is not renewed at that instant. */
  readonly endsThen: boolean;
  /** Pays the last invoice while that is open. */
  readonly due: OpenPayment | null;
};

/** What a browser needs to pay. */
export type OpenPayment = { readonly paymentId: string; readonly clientSecret: string };

/** A card as it may be shown. */
export type Card = {
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

export type Invoice = {
  readonly id: string;
  readonly at: Date;
  readonly description: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: 'paid' | 'open' | 'refunded' | 'disputed' | 'void';
  readonly url: string | null;
};

/** News from the provider: it only says where to look. */
export type PaymentEvent = {
  /** The same when it is told again. */
  readonly id: string;
  /** Null: nothing that concerns us. */
  readonly about: { readonly kind: 'payment' | 'subscription'; readonly id: string } | null;
  /** A card was declined. */
  readonly isFailure: boolean;
};

/**
 * Whoever takes the money. An `orderId` is ours and stable: opening twice under one gives one
 * payment or subscription. Calls refuse `unavailable` while the provider is away.
 */
export type Payments = {
  /** Null: nothing can be bought here. */
  readonly name: 'stripe' | 'test' | null;
  /** What the subscription costs there: its price's id. */
  readonly monthlyPriceId: string;
  /** For Stripe.js; null with another provider. */
  readonly publishableKey: string | null;
  openPayment(order: { readonly orderId: string }): Promise<OpenPayment>;
  /** Null when there is no such payment. */
  readPayment(paymentId: string): Promise<PaymentReading | null>;
  openCustomer(person: {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
  }): Promise<string>;
  /** Gives the subscription's id; it runs once its first invoice is paid. */
  openSubscription(order: {
    readonly orderId: string;
    readonly customerId: string;
  }): Promise<string>;
  /** Null when there is no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionReading | null>;
  /** Whether it goes on after the period that is paid. */
  renew(subscriptionId: string, goesOn: boolean): Promise<void>;
  /** Ends it at once; does nothing when it has ended or never was. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Gives everything back, once; does nothing when it is not paid, or never was. */
  refund(paymentId: string): Promise<void>;
  /** Nobody can pay it any more; does nothing when it is paid, void, or never was. */
  voidPayment(paymentId: string): Promise<void>;
  invoices(customerId: string): Promise<Invoice[]>;
  card(customerId: string): Promise<Card | null>;
  /** The provider's own page for another card; null when it has none. */
  cardPage(customerId: string): Promise<string | null>;
  /** The event of a webhook; refuses `malformed` what the provider did not sign just now. */
  readEvent(body: string, signature: string): Promise<PaymentEvent>;
  /** Everything told since an instant, for as long as the provider remembers (30 days or more). */
  eventsSince(at: Date): AsyncIterable<PaymentEvent>;
};

/** What a payment means to us: only the whole price, in our currency, buys anything. */
export function purchaseState(reading: PaymentReading): PurchaseState {
  if (reading.status === 'void') return 'void';
  if (reading.status !== 'paid') return 'open';
  if (reading.reversal !== 'none') return reading.reversal;
  return isPrice(reading, lifetimeCents) ? 'paid' : 'void';
}

/** What a subscription means to us; one at another price is none. */
export function subscriptionState(
  reading: SubscriptionReading,
  monthlyPriceId: string,
): SubscriptionState {
  if (reading.priceId !== monthlyPriceId || !isPrice(reading, monthlyCents)) return 'void';
  const runs = reading.status === 'active' || reading.status === 'past_due';
  return runs && reading.reversal !== 'none' ? 'reversed' : reading.status;
}

function isPrice(
  { amountCents, currency }: { amountCents: number; currency: string },
  priceCents: number,
): boolean {
  return amountCents === priceCents && currency === planCurrency;
}
