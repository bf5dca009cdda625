import * as z from 'zod/mini';
import { moment } from '#contract/fields';
import { passwordField, personFields, User } from '#contract/accounts/profile';
import { route } from '#contract/route';

/** The plan of an account. `expired`: the trial is over and nothing was bought. */
export const SubscriptionStatus = z.enum([
  'trial',
  'active',
  'lifetime',
  'past_due',
  'canceled',
  'expired',
]);

/** A payment provider; null: this instance takes no payments. */
const ProviderName = z.nullable(z.enum(['stripe', 'test']));

/** What can be bought, and how. */
const Offer = z.object({
  provider: ProviderName,
  /** For Stripe.js; null with another provider. */
  publishableKey: z.nullable(z.string()),
  lifetimeCents: z.int(),
  monthlyCents: z.int(),
  currency: z.string(),
});
export type Offer = z.output<typeof Offer>;

/** A card as it may be shown. */
const Card = z.readonly(
  z.object({
    /** In lower case: `visa`, `mastercard`, … */
    brand: z.string(),
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
  }),
);
export type Card = z.output<typeof Card>;

const Invoice = z.object({
  id: z.string(),
  at: moment,
  description: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  status: z.enum(['paid', 'open', 'refunded', 'disputed', 'void']),
  /** The provider's page of the invoice; null when the provider has none. */
  url: z.nullable(z.string()),
});
export type Invoice = Readonly<z.output<typeof Invoice>>;

/** What a subscription costs each period, without taxes. */
const SubscriptionPrice = z.readonly(
  z.object({
    /** Hundredths of the currency's main unit, also of a currency without cents. */
    amountCents: z.int(),
    /** ISO 4217, in upper case. */
    currency: z.string(),
    interval: z.enum(['day', 'week', 'month', 'year']),
    /** The number of intervals in a period. */
    intervalCount: z.int(),
  }),
);
export type SubscriptionPrice = z.output<typeof SubscriptionPrice>;

/** What a person has bought. */
const Billing = z.object({
  status: SubscriptionStatus,
  trialEndsAt: moment,
  /** Whether the account may create and edit links now. */
  isEntitled: z.boolean(),
  subscription: z.nullable(
    z.object({
      status: z.enum(['active', 'past_due']),
      currentPeriodEnd: moment,
      /** The subscription will not be renewed at the end of the period. */
      endsThen: z.boolean(),
      /** Null while it is not known. */
      price: z.nullable(SubscriptionPrice),
    }),
  ),
  /** When lifetime access was paid; null without it. */
  lifetimeSince: z.nullable(moment),
  /** Null without a card, or while the provider is away. */
  card: z.nullable(Card),
  /** Newest first; null while the provider is away. */
  invoices: z.nullable(z.array(Invoice)),
});
export type Billing = z.output<typeof Billing>;
export type BillingJson = z.input<typeof Billing>;

/** What a browser needs to pay. */
const OpenPayment = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });
export type OpenPayment = z.output<typeof OpenPayment>;

/** The payment that a subscription needs. */
const DueSubscription = z.extend(OpenPayment, {
  /**
   * The subscription that has lapsed and continues with this payment; null for a new one, at the
   * offered price.
   */
  lapsed: z.nullable(z.object({ price: z.nullable(SubscriptionPrice) })),
});
export type DueSubscription = z.output<typeof DueSubscription>;

const badExpiry = "Your card's expiration date is incomplete.";
const badCvc = "Your card's security code is incomplete.";
const noNumber = 'Enter a card number';
const noExpiry = 'Enter the expiration date as MM/YY';

export const expiry = z.regex(/^(0[1-9]|1[0-2]) ?\/ ?\d\d$/, badExpiry);
export const cvc = z.regex(/^\d{3,4}$/, badCvc);

const typedCard = {
  number: z.string(noNumber).check(
    z.maxLength(40, { error: noNumber, abort: true }),
    z.overwrite((text) => text.replaceAll(/[ -]/g, '')),
    z.refine(isCardNumber, 'Your card number is invalid.'),
  ),
  /** MM/YY */
  expiry: z.string(noExpiry).check(z.maxLength(10, noExpiry), expiry),
  cvc: z.string('Enter the CVC').check(cvc),
};

function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && hasCheckDigit(digits);
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].toReversed().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return value > 9 ? value - 9 : value;
  });
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** A card for the built-in test provider. */
const TestCard = z.object(typedCard);
export type TestCard = z.output<typeof TestCard>;

const badSecret = 'Send the client secret';
const clientSecret = z.string(badSecret).check(z.maxLength(255, badSecret));

/** The state of a payment after a card was confirmed with the test provider. */
const ConfirmedPayment = z.object({
  status: z.enum(['succeeded', 'requires_action', 'requires_payment_method']),
  /** A message for the person; empty unless the card was declined. */
  message: z.string(),
});
export type ConfirmedPayment = z.output<typeof ConfirmedPayment>;

const badPayment = 'Send the payment id';

/** Who pays for access together with a new account. */
const NewPayer = z.object({
  ...personFields,
  /**
   * The password is only checked here, so that a weak one is refused before the card is charged.
   */
  password: z.optional(passwordField()),
});
export type NewPayer = z.output<typeof NewPayer>;

// Without a payment provider, every call except the offer and `GET /api/v1/billing` answers 503.

// Lifetime access with a new account:
// 1. `create-payment-intent` gives cookies that bind the payment to this browser.
// 2. The browser confirms the card: Stripe.js with `publishableKey` and the `clientSecret`, or
//    `POST /api/test-payments/confirm`.
// 3. `confirm-payment` opens the account. Without this call, the webhook opens it and mails a link to
//    set a password.
/**
 * Calls of the same browser with the same email address get the same payment. 409 `email_taken`,
 * 422, 429 (too many, or five declined cards within the hour), 403 when registration is closed.
 */
export const createPaymentIntent = route('POST /api/create-payment-intent', {
  caller: 'anybody',
  body: NewPayer,
  answer: OpenPayment,
});
/**
 * Gives the session's cookie. 409 `payment_open`: not paid (yet); retry while the provider says
 * `processing`. 409 `email_taken`: an account with this address was opened meanwhile, and the
 * payment was added to it. 403: another browser started it. 422 for the password (retry with
 * another one).
 */
export const confirmPayment = route('POST /api/confirm-payment', {
  caller: 'anybody',
  audit: 'account_opened',
  body: z.object({
    paymentIntentId: z.string(badPayment).check(z.maxLength(255, badPayment)),
    password: passwordField(),
  }),
  status: 201,
  answer: User,
});
export const showOffer = route('GET /api/billing/offer', { caller: 'anybody', answer: Offer });
export const showBilling = route('GET /api/v1/billing', {
  scope: 'account:read',
  summary: 'Show what the account has bought',
  answer: Billing,
});
/**
 * Begins the payment of lifetime access. The webhook grants the access: `subscriptionStatus` of the
 * user then is `lifetime`. 409 `already_lifetime`.
 */
export const buyLifetime = route('POST /api/billing/lifetime', {
  audit: 'payment_asked',
  limit: 'payments',
  answer: OpenPayment,
});
/**
 * Begins a subscription. While it is unpaid, each call returns the same payment. The webhook sets
 * `subscriptionStatus` to `active`. 409 `already_subscribed` or `already_lifetime`.
 */
export const subscribe = route('POST /api/create-subscription', {
  audit: 'payment_asked',
  limit: 'payments',
  answer: DueSubscription,
});
/** The subscription ends at `currentPeriodEnd`. 409 `conflict` when there is none. */
export const cancelSubscription = route('POST /api/billing/cancel', {
  audit: 'plan_changed',
  limit: 'payments',
  answer: Billing,
});
/** The subscription continues after `currentPeriodEnd`. 409 `conflict` when there is none. */
export const resumeSubscription = route('POST /api/billing/resume', {
  audit: 'plan_changed',
  limit: 'payments',
  answer: Billing,
});
/**
 * The page for changing the card: the provider's own page, which returns to /settings/billing.
 * Null: our page has its own card form and sends `PUT /api/test-payments/card`.
 */
export const findCardPage = route('POST /api/billing/card', {
  audit: 'card_changed',
  limit: 'payments',
  answer: z.object({ url: z.nullable(z.string()) }),
});

const received = z.object({ received: z.boolean() });

// Events of the provider, signed; 404 with another provider.
export const receiveStripeEvent = route('POST /api/webhooks/stripe', {
  caller: 'anybody',
  readsBody: 'application/json',
  answer: received,
});
export const receiveTestEvent = route('POST /api/webhooks/test', {
  caller: 'anybody',
  readsBody: 'application/json',
  answer: received,
});

// The browser's side of the built-in test provider ('Test mode: no real charge'); 404 with another
// provider. Stripe.js does this for Stripe. 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is
// declined, 4000 0025 0000 3155 asks for the second step, 4000 0000 0000 0341 pays once and fails at
// the renewal. 429 after five declined cards within the hour, 404 for an unknown secret.
export const confirmTestCard = route('POST /api/test-payments/confirm', {
  caller: 'anybody',
  body: z.extend(TestCard, { clientSecret }),
  answer: ConfirmedPayment,
});
/** The person's decision in the second step. */
export const answerSecondStep = route('POST /api/test-payments/authenticate', {
  caller: 'anybody',
  body: z.object({ clientSecret, isApproved: z.boolean('Must be true or false') }),
  answer: ConfirmedPayment,
});
export const changeTestCard = route('PUT /api/test-payments/card', {
  audit: 'card_changed',
  body: TestCard,
});
