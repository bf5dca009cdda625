import type { SubscriptionPrice } from '#contract/billing/billing';
import type { PasswordReset } from '#core/accounts/passwords/reset-password';
import type { User } from '#core/accounts/user';
import type { Mail } from '#core/shared/mail';
import type { Holdings, PurchaseState, SubscriptionState } from './plan.ts';

/** A person who pays before they have an account. */
export type Payer = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** One payment for lifetime access. */
export type Purchase = {
  readonly id: string;
  /** Null until the provider has the payment. */
  readonly paymentId: string | null;
  readonly state: PurchaseState;
  /** Null until there is an account. */
  readonly userId: string | null;
  /** The payer of a future account; null when the person already had an account. */
  readonly payer: Payer | null;
  /** The payment opened the account, and nobody has set its password yet. */
  readonly awaitsPassword: boolean;
};

/** One subscription of an account. */
export type Subscription = {
  readonly id: string;
  readonly userId: string;
  /** Null until the provider has the payment. */
  readonly subscriptionId: string | null;
  readonly state: SubscriptionState;
  readonly currentPeriodEnd: Date | null;
  readonly endsThen: boolean;
  /** As last read; null when it was not read yet, or has no single amount. */
  readonly price: SubscriptionPrice | null;
};

/** A new state of a purchase or subscription, read from the provider. */
export type News = {
  /** The event that caused the reading; null without one. */
  readonly event: { readonly id: string; readonly isFailure: boolean } | null;
  /** From `nextReading`, taken before the request to the provider. */
  readonly reading: number;
  readonly at: Date;
};

/** The account that a payment opens, unless its address has got an account meanwhile. */
export type Opening = {
  readonly user: User;
  /** The reset that sets the first password. */
  readonly reset: PasswordReset;
  /** The mail to the new person, about the password. */
  readonly welcome: Mail;
  /** The mail to the person who already has an account with this address. */
  readonly added: Mail;
};

/** Stored purchases and subscriptions of one provider, shared by all instances. */
export type Ledger = {
  /** A number greater than all before. Of two readings, the later one has the greater number. */
  nextReading(): Promise<number>;
  /** Whether an event was already applied. */
  hasSeen(eventId: string): Promise<boolean>;
  /**
   * Stores a new purchase, or returns the open one of the same `attempt` after replacing its payer
   * and its time. Of concurrent calls one stores; the others get the stored purchase.
   */
  openPurchase(purchase: {
    readonly id: string;
    readonly attempt: string;
    readonly userId: string | null;
    readonly payer: Payer | null;
    readonly addressKey: string;
    readonly createdAt: Date;
  }): Promise<Purchase>;
  /**
   * Stores the payment of a purchase. False when the purchase is gone or has another payment: then
   * the payment becomes an orphan.
   */
  keepPaymentId(purchaseId: string, paymentId: string): Promise<boolean>;
  findPurchase(paymentId: string): Promise<Purchase | null>;
  /**
   * In one transaction and once per event: stores the purchase's state, updates its account's plan,
   * and opens the account when the purchase is paid and has none. An older reading changes nothing.
   */
  settlePurchase(
    paymentId: string,
    news: News & { readonly state: PurchaseState; readonly opening: Opening | null },
  ): Promise<void>;
  /**
   * Sets the first password of an account that a purchase opened, and invalidates the mailed link
   * for it. Returns the account; null when the password was already set.
   */
  claimAccount(claim: {
    readonly purchaseId: string;
    readonly passwordHash: string;
    readonly at: Date;
  }): Promise<User | null>;
  /** Stores a new subscription, or returns the account's subscription that has not ended. */
  openSubscription(subscription: {
    readonly id: string;
    readonly userId: string;
    readonly addressKey: string;
    readonly createdAt: Date;
  }): Promise<Subscription>;
  /** Stores the id of a subscription at the provider, under the rules of `keepPaymentId`. */
  keepSubscriptionId(id: string, subscriptionId: string): Promise<boolean>;
  findSubscription(subscriptionId: string): Promise<Subscription | null>;
  /**
   * In one transaction and once per event: stores the subscription's state and its account's plan.
   * One that had ended and runs again beside another one of the account becomes an orphan instead.
   */
  settleSubscription(
    subscriptionId: string,
    news: News & {
      readonly state: SubscriptionState;
      readonly currentPeriodEnd: Date;
      readonly endsThen: boolean;
      readonly price: SubscriptionPrice | null;
    },
  ): Promise<void>;
  /** The account's customer at the provider; null when it has none. */
  customerOf(userId: string): Promise<string | null>;
  /** Stores the customer unless there is one; returns the stored customer. */
  keepCustomer(userId: string, customerId: string): Promise<string>;
  /** Forgets a customer whom the provider does not know any more. */
  forgetCustomer(userId: string, customerId: string): Promise<void>;
  /**
   * All purchases and subscriptions of an account that were ever paid, and its subscription that
   * has not ended.
   */
  boughtBy(userId: string): Promise<{
    readonly purchases: readonly (Pick<Purchase, 'id' | 'state'> & { readonly at: Date })[];
    readonly subscription: Subscription | null;
  }>;
  /** The number of declined cards of a network address since a time. */
  failuresSince(addressKey: string, since: Date): Promise<number>;
  /** Stores a declined card before its event arrives; the event then does not count again. */
  recordFailure(failure: {
    readonly eventId: string;
    readonly addressKey: string;
    readonly at: Date;
  }): Promise<void>;
};

/** What the background work needs from the same storage. */
export type LedgerChores = {
  /** Accounts that may need a correction, at most 100. */
  conflicting(): Promise<Holdings[]>;
  /**
   * Payments that nobody may make any more, at most 100: abandoned ones, and those of network
   * addresses with `limit` declined cards since `failedSince`.
   */
  surplus(older: {
    readonly openedBefore: Date;
    readonly failedSince: Date;
    readonly limit: number;
  }): Promise<string[]>;
  /** Deletes void purchases whose payer's name is not needed any more. */
  forget(voidBefore: Date): Promise<void>;
  /**
   * Payments and subscriptions that deleted accounts or late calls left at the provider; at most
   * 100.
   */
  orphans(): Promise<readonly { readonly kind: 'payment' | 'subscription'; readonly id: string }[]>;
  forgetOrphan(id: string): Promise<void>;
  /**
   * Updates the plan of every account whose trial is over, and of those whose trial has an end that lies
   * ahead although it was ended (a wrong clock), in batches.
   */
  followTrials(at: Date): Promise<void>;
  /** The end of the last listing of the provider's events; null before the first one. */
  listedUntil(): Promise<Date | null>;
  keepListedUntil(at: Date): Promise<void>;
};
