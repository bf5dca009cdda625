import type { PasswordReset } from '#core/accounts/passwords/password-reset';
import type { User } from '#core/accounts/user';
import type { Mail } from '#core/shared/mail';
import type { Holdings, PurchaseState, SubscriptionState } from './plan.ts';

/** Somebody who pays before they have an account. */
export type Payer = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** One payment for lifetime access. */
export type Purchase = {
  readonly id: string;
  /** Null until the provider has it. */
  readonly paymentId: string | null;
  readonly state: PurchaseState;
  /** Null until there is an account. */
  readonly userId: string | null;
  /** Who pays for an account to come; null for somebody who had one. */
  readonly payer: Payer | null;
  /** The account was opened by this payment and nobody has set its password. */
  readonly awaitsPassword: boolean;
};

/** One subscription of an account. */
export type Subscription = {
  readonly id: string;
  readonly userId: string;
  /** Null until the provider has it. */
  readonly subscriptionId: string | null;
  readonly state: SubscriptionState;
  readonly currentPeriodEnd: Date | null;
  readonly endsThen: boolean;
};

/** What is new about a purchase or subscription, read from the provider. */
export type News = {
  /** The event that led to the reading; null without one. */
  readonly event: { readonly id: string; readonly isFailure: boolean } | null;
  /** From `nextReading`, taken before the provider was asked. */
  readonly reading: number;
  readonly at: Date;
};

/** The account that a payment opens, unless its address has one by then. */
export type Opening = {
  readonly user: User;
  /** Sets the first password. */
  readonly reset: PasswordReset;
  /** To the new person, about the password. */
  readonly welcome: Mail;
  /** To the person who has the address already. */
  readonly added: Mail;
};

/** The memory of what was bought, shared by all instances, at one provider. */
export type Ledger = {
  /** A number greater than all before: the later of two readings is the one with the greater. */
  nextReading(): Promise<number>;
  /** Whether an event has had its effect. */
  hasSeen(eventId: string): Promise<boolean>;
  /**
   * Keeps a new purchase; or gives the open one of the same `attempt`, whose payer is then
   * replaced. Of calls at the same moment one keeps, the others are given what it kept.
   */
  openPurchase(purchase: {
    readonly id: string;
    readonly attempt: string;
    readonly userId: string | null;
    readonly payer: Payer | null;
    readonly addressKey: string;
    readonly createdAt: Date;
  }): Promise<Purchase>;
  keepPaymentId(purchaseId: string, paymentId: string): Promise<void>;
  findPurchase(paymentId: string): Promise<Purchase | null>;
  /**
   * The state of a purchase, its account's plan, and the account that it opens when it is paid and
   * has none: all of it or nothing, once per event. An older reading changes nothing.
   */
  settlePurchase(
    paymentId: string,
    news: News & { readonly state: PurchaseState; readonly opening: Opening | null },
  ): Promise<void>;
  /**
   * Sets the first password of the account that a purchase opened, ends the link that was to set
   * it, and gives the account; null when somebody set one before.
   */
  claimAccount(claim: {
    readonly purchaseId: string;
    readonly passwordHash: string;
    readonly at: Date;
  }): Promise<User | null>;
  /** Keeps a new subscription, or gives the account's that has not ended. */
  openSubscription(subscription: {
    readonly id: string;
    readonly userId: string;
    readonly addressKey: string;
    readonly createdAt: Date;
  }): Promise<Subscription>;
  keepSubscriptionId(id: string, subscriptionId: string): Promise<void>;
  /** The state of a subscription and its account's plan, both or neither, once per event. */
  settleSubscription(
    subscriptionId: string,
    news: News & {
      readonly state: SubscriptionState;
      readonly currentPeriodEnd: Date;
      readonly endsThen: boolean;
    },
  ): Promise<void>;
  /** The account's customer at the provider; null when it has none. */
  customerOf(userId: string): Promise<string | null>;
  /** Keeps the customer, unless there is one; gives the one that is kept. */
  keepCustomer(userId: string, customerId: string): Promise<string>;
  /** Everything an account bought that was ever paid, and its subscription that has not ended. */
  boughtBy(userId: string): Promise<{
    readonly purchases: readonly (Pick<Purchase, 'id' | 'state'> & { readonly at: Date })[];
    readonly subscription: Subscription | null;
  }>;
  /** How many cards were declined for a network address since an instant. */
  failuresSince(addressKey: string, since: Date): Promise<number>;
  /** Notes a declined card before its event arrives, which then counts for nothing more. */
  noteFailure(failure: {
    readonly eventId: string;
    readonly addressKey: string;
    readonly at: Date;
  }): Promise<void>;
};

/** What the work in the background needs of the same memory. */
export type LedgerChores = {
  /** Accounts that may need a correction, at most a hundred. */
  conflicting(): Promise<Holdings[]>;
  /**
   * Payments that nobody may make any more, at most a hundred: those of people who left before they
   * paid, and of network addresses with `limit` declined cards since `failedSince`.
   */
  surplus(older: {
    readonly openedBefore: Date;
    readonly failedSince: Date;
    readonly limit: number;
  }): Promise<string[]>;
  /** Purchases that never were and whose payer's name nobody needs any more are forgotten. */
  forget(voidBefore: Date): Promise<void>;
  /** What deleted accounts leave behind at the provider, at most a hundred. */
  orphans(): Promise<readonly { readonly kind: 'payment' | 'subscription'; readonly id: string }[]>;
  forgetOrphan(id: string): Promise<void>;
  /** Gives every account whose trial is over the plan that it has now, some at a time. */
  endTrials(at: Date): Promise<void>;
  /** Until when the provider's events were listed; null when they never were. */
  listedUntil(): Promise<Date | null>;
  keepListedUntil(at: Date): Promise<void>;
};
