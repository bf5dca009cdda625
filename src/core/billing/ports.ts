import type { Card, Invoice, SubscriptionPrice } from '#contract/billing/billing';
import type { Bans } from '#core/accounts/banned';
import type { AccountPorts } from '#core/accounts/ports';
import type { RateLimit, SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Entitlement } from './entitlement.ts';
import type { Ledger, LedgerChores } from './ledger.ts';

/** What payments and the billing maintenance take. */
export type PaymentPorts = {
  readonly payments: Payments;
  readonly ledger: Ledger & LedgerChores;
} & Pick<AccountPorts, 'appUrl' | 'digest' | 'newId' | 'randomBytes' | 'clock'>;

/** What the use cases of billing take. */
export type BillingPorts = PaymentPorts &
  Pick<
    AccountPorts,
    'users' | 'sessions' | 'proofs' | 'passwords' | 'registrations' | 'isOpen' | 'pseudonym'
  > & {
    /** Null with another provider than the built-in test provider. */
    readonly testCards: TestCards | null;
    /** Banned people cannot buy. */
    readonly bans: Bans;
    readonly isEntitled: Entitlement;
    /** Limit of purchases that one network address may begin. */
    readonly beginnings: SharedRateLimit;
    /** Limit of questions to the provider that one network address may cause. */
    readonly confirmations: RateLimit;
    /** Limit of cards that one network address may try with the test provider, successful or not. */
    readonly tries: SharedRateLimit;
  };

/**
 * Money that was taken back from a payment. A dispute that was won, or a partial refund, is `none`.
 */
export type Reversal = 'none' | 'refunded' | 'disputed';

/** A payment as its provider reports it now. */
export type PaymentReading = {
  readonly status: 'open' | 'processing' | 'paid' | 'void';
  readonly amountCents: number;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly reversal: Reversal;
  readonly clientSecret: string;
  /** The subscription whose invoice it pays; null for a single payment. */
  readonly subscriptionId: string | null;
};

/** A subscription as its provider reports it now. */
export type SubscriptionReading = {
  /** `void`: it ended before its first payment. */
  readonly status: 'open' | 'active' | 'past_due' | 'ended' | 'void';
  /** The reversal of the last invoice's payment. */
  readonly reversal: Reversal;
  readonly currentPeriodEnd: Date;
  /** The subscription will not be renewed at the end of the period. */
  readonly endsThen: boolean;
  /** Null when the provider gives no single amount for it. */
  readonly price: SubscriptionPrice | null;
  /** The open payment of the last invoice; null when none is open. */
  readonly due: OpenPayment | null;
};

/** What a browser needs to pay. */
export type OpenPayment = { readonly paymentId: string; readonly clientSecret: string };

/** An event from the provider. It only says which object to read. */
export type PaymentEvent = {
  /** An event that is delivered again has the same id. */
  readonly id: string;
  /** Null for an event that does not concern this application. */
  readonly about: { readonly kind: 'payment' | 'subscription'; readonly id: string } | null;
  /** A card was declined. */
  readonly isFailure: boolean;
};

/**
 * The payment provider. An `orderId` is ours and stable: two calls with the same one give one
 * payment or subscription. Calls refuse `unavailable` while the provider is away.
 */
export type Payments = {
  /** Null when this instance takes no payments. */
  readonly name: 'stripe' | 'test' | null;
  /** For Stripe.js; null with another provider. */
  readonly publishableKey: string | null;
  openPayment(order: { readonly orderId: string }): Promise<OpenPayment>;
  /** Null when there is no such payment. */
  readPayment(paymentId: string): Promise<PaymentReading | null>;
  /** `lostId`: an earlier customer of the person, whom the provider does not know any more. */
  openCustomer(person: {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
    readonly lostId?: string | null;
  }): Promise<string>;
  /**
   * Opens a subscription at the offered price and returns its id; null when there is no such
   * customer. It runs once its first invoice is paid.
   */
  openSubscription(order: {
    readonly orderId: string;
    readonly customerId: string;
  }): Promise<string | null>;
  /** Null when there is no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionReading | null>;
  /** Sets whether the subscription continues after the paid period; nothing when it never existed. */
  renew(subscriptionId: string, goesOn: boolean): Promise<void>;
  /** Ends it at once; does nothing when it has ended or never existed. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Refunds the whole amount, once; does nothing when the payment is not paid or never existed. */
  refund(paymentId: string): Promise<void>;
  /** Makes it impossible to pay; does nothing when the payment is paid, void, or never existed. */
  voidPayment(paymentId: string): Promise<void>;
  /** A customer whom the provider does not know has no invoices and no card. */
  invoices(customerId: string): Promise<Invoice[]>;
  card(customerId: string): Promise<Card | null>;
  /**
   * The provider's own page for changing the card; null when it has none. Refuses `conflict` when it
   * does not know the customer.
   */
  cardPage(customerId: string): Promise<string | null>;
  /**
   * The event of a webhook. Refuses `malformed` unless the provider signed it within the last
   * minutes.
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent>;
  /** All events since a time, as far back as the provider keeps them (30 days or more). */
  eventsSince(at: Date): AsyncIterable<PaymentEvent>;
};

/** A card as typed. Only its format is checked. */
export type TypedCard = {
  /** Digits only. */
  readonly number: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
};

/** The result of a card payment. */
export type CardOutcome =
  | { readonly kind: 'succeeded' }
  /** The bank requires a confirmation by the person. */
  | { readonly kind: 'requires_action' }
  /** `eventId` is the event that reports the failure; `message` is shown to the person. */
  | { readonly kind: 'declined'; readonly eventId: string; readonly message: string };

/**
 * The part of the built-in test provider that a paying browser uses. Refuses `not_found` and
 * `conflict`.
 */
export type TestCards = {
  confirm(clientSecret: string, card: TypedCard): Promise<CardOutcome>;
  /** The person's decision in the second step. */
  authenticate(clientSecret: string, isApproved: boolean): Promise<CardOutcome>;
  /** Replaces a subscription's card; refuses `conflict`, and `invalid` for a declined one. */
  changeCard(customerId: string, card: TypedCard): Promise<void>;
};
