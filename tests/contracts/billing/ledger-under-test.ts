import type { SubscriptionPrice } from '#contract/billing/billing';
import { newTrialUser } from '#core/accounts/user';
import type { PasswordResets, Users } from '#core/accounts/ports';
import type { User } from '#core/accounts/user';
import type { Ledger, LedgerChores, News, Opening } from '#core/billing/ledger';
import type { PurchaseState, SubscriptionState } from '#core/billing/plan';
import { dayMs } from '#core/shared/time';
import { someUser } from '#tests/contracts/accounts';
import { someMail } from '#tests/support/builders/mails';

/** An empty ledger with what it changes, and what a test needs beside it. */
export type LedgerUnderTest = {
  readonly ledger: Ledger & LedgerChores;
  readonly users: Pick<Users, 'add' | 'findByEmail'>;
  readonly resets: Pick<PasswordResets, 'find' | 'use'>;
  /** Removes an account with everything that belongs to it. */
  removeAccount(userId: string): Promise<unknown>;
  /** The event keys of all queued mails. */
  mailed(): Promise<readonly string[]>;
};

export const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123);
export const at = (laterMs = 0) => new Date(nowMs + laterMs);
const digest = () => new Bun.CryptoHasher('sha256').update(crypto.randomUUID()).digest('hex');

/** What a paid payment opens for a new person. */
export function someOpening(email = `Grace.${crypto.randomUUID()}@Example.com`): Opening {
  const newcomer = { email, firstName: 'Grace', lastName: 'Hopper', createdAt: at() };
  const user = newTrialUser({ ...newcomer, id: Bun.randomUUIDv7() });
  const reset = { tokenDigest: digest(), userId: user.id, createdAt: at(), expiresAt: at(dayMs) };
  const mail = (event: string) => someMail({ eventKey: `${event} ${user.id}`, to: email });
  return { user, reset, welcome: mail('welcome'), added: mail('added') };
}

/** The price of a subscription, and not the offered one. */
export const somePrice: SubscriptionPrice = {
  amountCents: 9_000,
  currency: 'EUR',
  interval: 'year',
  intervalCount: 1,
};

/** A ledger with one account on trial, and short words for what tests do with it. */
export async function ledgerWorld(make: () => Promise<LedgerUnderTest>) {
  const stores = await make();
  const { ledger, users } = stores;
  const newPerson = async (more: Partial<User> = {}) => {
    const user = someUser(more);
    await users.add(user, 'hash');
    return user;
  };
  const user = await newPerson();

  async function newsOf(more: Partial<News> = {}): Promise<News> {
    return { event: null, reading: await ledger.nextReading(), at: at(), ...more };
  }
  type Order = Partial<Parameters<Ledger['openPurchase']>[0]>;
  /** Opens a purchase, of `user` unless it says otherwise, and its payment. */
  async function purchase(order: Order = {}): Promise<string> {
    const paymentId = `pi_${crypto.randomUUID()}`;
    const fresh = { id: Bun.randomUUIDv7(), attempt: crypto.randomUUID(), userId: user.id };
    const given = { ...fresh, payer: null, addressKey: 'here', createdAt: at(), ...order };
    const { id } = await ledger.openPurchase(given);
    await ledger.keepPaymentId(id, paymentId);
    return paymentId;
  }
  async function settle(
    paymentId: string,
    state: PurchaseState,
    { opening = null, ...more }: Partial<News> & { opening?: Opening | null } = {},
  ): Promise<void> {
    await ledger.settlePurchase(paymentId, { ...(await newsOf(more)), state, opening });
  }
  async function subscription(userId = user.id): Promise<string> {
    const order = { id: Bun.randomUUIDv7(), userId, addressKey: 'here', createdAt: at() };
    const { id } = await ledger.openSubscription(order);
    const subscriptionId = `sub_${crypto.randomUUID()}`;
    await ledger.keepSubscriptionId(id, subscriptionId);
    return subscriptionId;
  }
  async function turn(
    subscriptionId: string,
    state: SubscriptionState,
    {
      price = somePrice,
      ...more
    }: Partial<News & Pick<Parameters<Ledger['settleSubscription']>[1], 'price'>> = {},
  ): Promise<void> {
    const period = { currentPeriodEnd: at(30 * dayMs), endsThen: false, price };
    await ledger.settleSubscription(subscriptionId, { ...(await newsOf(more)), ...period, state });
  }
  const planOf = async ({ email } = user) =>
    (await users.findByEmail(email))?.user.subscriptionStatus;

  return { ...stores, user, newPerson, purchase, settle, subscription, turn, planOf };
}
