/**
 * Getting paid: the contract between the screens and the server. Amounts are whole cents, instants
 * ISO 8601; every refusal is problem+json with the `message` that a person reads and a `code`.
 *
 * **What may be bought.** `GET /api/billing/offer`, no session needed: `OfferJson`. `provider` says
 * how a card is confirmed; with `null` nothing can be bought here, and every call below but
 * `GET /api/billing` answers 503.
 *
 * **Lifetime access with a new account** (/payment):
 * 1. `POST /api/create-payment-intent { email, firstName, lastName, attemptId? }` → `{ clientSecret,
 *    paymentIntentId }` and a cookie that binds the payment to this browser. `attemptId` is a UUID
 *    (v4, kept in sessionStorage): the same one gives the same payment, so send it. 409 `email_taken`,
 *    422, 429 (too many, or five declined cards within the hour), 403 when registration is closed.
 * 2. The browser confirms the card (below).
 * 3. `POST /api/confirm-payment { paymentIntentId, password }` → 201 with the user object and a
 *    session cookie. 409 `payment_open`: not paid (yet): ask again while the provider says
 *    `processing`; 409 `email_taken`: somebody opened an account with this address meanwhile and the
 *    payment was added to it; 403: another browser started it; 422 for the password (ask again with
 *    another one). Never called? The webhook opens the account and mails a link to set a password.
 *
 * **Lifetime access for somebody signed in**: `POST /api/billing/lifetime` (no body) → as step 1.
 * 409 `already_lifetime`. Nothing to call afterwards: the webhook grants it; ask `GET
 * /api/auth/user` until `subscriptionStatus` is `lifetime`.
 *
 * **Subscribing**: `POST /api/create-subscription` (no body, session) → `{ clientSecret,
 * paymentIntentId }`; asked again it gives the same one while it is unpaid. 409 `already_subscribed`
 * 'You already have a subscription.' or `already_lifetime` 'You already have lifetime access.'.
 * The webhook makes `subscriptionStatus` `active`.
 *
 * **The billing section**: `GET /api/billing` → `BillingJson`. `POST /api/billing/cancel` and
 * `POST /api/billing/resume` (no body) → `BillingJson`: the subscription ends, or goes on, at
 * `currentPeriodEnd`; 409 `conflict` when there is none. `POST /api/billing/card` (no body) →
 * `{ url }`: where the card is changed (the provider's own page, which comes back to /settings), or
 * null: then the page asks for a card itself and sends `PUT /api/test-payments/card { number,
 * expiry, cvc }` → 204.
 *
 * **Confirming a card.** `provider: 'stripe'`: Stripe.js with `publishableKey` and the
 * `clientSecret`. `provider: 'test'` ('Test mode: no real charge'), session or not:
 * `POST /api/test-payments/confirm { clientSecret, number, expiry: 'MM/YY', cvc }` →
 * `ConfirmedJson`: `status` is `succeeded`; `requires_payment_method` with the `message` to show
 * ('Your card was declined.'); or `requires_action`: ask for the second step and send
 * `POST /api/test-payments/authenticate { clientSecret, isApproved }` → `ConfirmedJson` again.
 * 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for the
 * second step, 4000 0000 0000 0341 pays once and fails at the renewal. 422 for a malformed card,
 * 429 after five declined ones within the hour, 404 for an unknown secret.
 */

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
