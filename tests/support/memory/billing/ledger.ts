import type { PasswordReset } from '#core/accounts/passwords/reset-password';
import type { Ledger, LedgerChores, News } from '#core/billing/ledger';
import type { Mail } from '#core/shared/mail';
import type { memoryUsers } from '#tests/support/memory/accounts';
import { memoryLedgerChores } from './ledger-chores.ts';
import { billingRecords } from './records.ts';

type Failure = { readonly eventId: string; readonly addressKey: string; readonly at: Date };

type Ports = {
  readonly users: ReturnType<typeof memoryUsers>;
  /** Takes the mails over. */
  readonly outbox: Pick<Mail[], 'push'>;
  /** The links that set passwords. */
  readonly resets: {
    give(reset: PasswordReset): void;
    endAll(userId: string): void;
  };
};

/** What was bought, in memory, and the plans of the accounts in `users`. */
export function memoryLedger({ users, outbox, resets }: Ports): Ledger & LedgerChores {
  const records = billingRecords(users);
  const { purchases, subscriptions, allPurchases, allSubscriptions, ownedBy, replan } = records;
  const customers = new Map<string, string>();
  const seen = new Map<string, Date>();
  const readings = new Map<string, number>();
  const failures = new Map<string, Failure>();
  let reading = 0;

  const byPayment = (paymentId: string) =>
    allPurchases().find((purchase) => purchase.paymentId === paymentId);
  const byProvider = (subscriptionId: string) =>
    allSubscriptions().find((kept) => kept.subscriptionId === subscriptionId);
  const recordFailure = (failure: Failure) => {
    if (!failures.has(failure.eventId)) failures.set(failure.eventId, failure);
  };

  /** Whether news of something are to be settled; notes their event and their reading. */
  function isNew(id: string, news: News, addressKey: string): boolean {
    const { event, at } = news;
    if (event !== null) {
      if (seen.has(event.id)) return false;
      seen.set(event.id, at);
      if (event.isFailure) recordFailure({ eventId: event.id, addressKey, at });
    }
    if (news.reading <= (readings.get(id) ?? 0)) return false;
    readings.set(id, news.reading);
    return true;
  }

  const ledger: Ledger = {
    nextReading: async () => (reading += 1),
    hasSeen: async (eventId) => seen.has(eventId),
    async openPurchase({ attempt, payer, addressKey, createdAt, ...given }) {
      const open = allPurchases().find((kept) => kept.attempt === attempt && kept.state === 'open');
      const fresh = { paymentId: null, state: 'open', awaitsPassword: false } as const;
      const kept = open ?? { ...given, ...fresh, attempt, changedAt: createdAt };
      const purchase = { ...kept, payer, addressKey, createdAt };
      purchases.set(purchase.id, purchase);
      return purchase;
    },
    async keepPaymentId(id, paymentId) {
      const kept = allPurchases().find((purchase) => purchase.id === id);
      if (!kept || (kept.paymentId ?? paymentId) !== paymentId) {
        records.addOrphan({ kind: 'payment', id: paymentId });
        return false;
      }
      purchases.set(id, { ...kept, paymentId });
      return true;
    },
    findPurchase: async (paymentId) => byPayment(paymentId) ?? null,
    async settlePurchase(paymentId, { state, opening, ...news }) {
      const kept = byPayment(paymentId);
      if (!kept || !isNew(kept.id, news, kept.addressKey)) return;
      const changedAt = state === kept.state ? kept.changedAt : news.at;
      let { userId, awaitsPassword } = kept;
      if (state === 'paid' && userId === null && opening !== null) {
        const holder = await users.findByEmail(opening.user.email);
        if (holder === null) {
          await users.add(opening.user, '');
          users.setHash(opening.user.id, null);
          resets.give(opening.reset);
        }
        userId = holder?.user.id ?? opening.user.id;
        awaitsPassword = holder === null;
        outbox.push(holder === null ? opening.welcome : opening.added);
      }
      purchases.set(kept.id, { ...kept, state, changedAt, userId, awaitsPassword });
      if (userId !== null) replan(userId, news.at);
    },
    async claimAccount({ purchaseId, passwordHash }) {
      const kept = purchases.get(purchaseId);
      if (!kept?.awaitsPassword || kept.userId === null) return null;
      if (users.hashById(kept.userId) !== null) return null;
      purchases.set(purchaseId, { ...kept, awaitsPassword: false });
      users.setHash(kept.userId, passwordHash);
      resets.endAll(kept.userId);
      return users.userById(kept.userId) ?? null;
    },
    async openSubscription({ addressKey, ...given }) {
      const open = runningOf(ownedBy(given.userId).subscriptions);
      const fresh = {
        subscriptionId: null,
        state: 'open',
        currentPeriodEnd: null,
        price: null,
      } as const;
      const kept = { ...(open ?? { ...given, ...fresh, endsThen: false }), addressKey };
      subscriptions.set(kept.id, kept);
      return kept;
    },
    async keepSubscriptionId(id, subscriptionId) {
      const kept = allSubscriptions().find((one) => one.id === id);
      if (!kept || (kept.subscriptionId ?? subscriptionId) !== subscriptionId) {
        records.addOrphan({ kind: 'subscription', id: subscriptionId });
        return false;
      }
      subscriptions.set(id, { ...kept, subscriptionId });
      return true;
    },
    findSubscription: async (subscriptionId) => byProvider(subscriptionId) ?? null,
    async settleSubscription(id, { state, currentPeriodEnd, endsThen, price, ...news }) {
      const kept = byProvider(id);
      if (!kept || !isNew(kept.id, news, kept.addressKey)) return;
      const other = runningOf(ownedBy(kept.userId).subscriptions);
      if (other && other.id !== kept.id && runningOf([{ state }]))
        return records.addOrphan({ kind: 'subscription', id });
      subscriptions.set(kept.id, { ...kept, state, currentPeriodEnd, endsThen, price });
      replan(kept.userId, news.at);
    },
    customerOf: async (userId) => customers.get(userId) ?? null,
    async keepCustomer(userId, customerId) {
      const kept = customers.get(userId) ?? customerId;
      customers.set(userId, kept);
      return kept;
    },
    async forgetCustomer(userId, customerId) {
      if (customers.get(userId) === customerId) customers.delete(userId);
    },
    async boughtBy(userId) {
      const owned = ownedBy(userId);
      const paid = owned.purchases.filter(({ state }) => state !== 'open' && state !== 'void');
      return {
        purchases: paid
          .toReversed()
          .map(({ id, state, changedAt }) => ({ id, state, at: changedAt })),
        subscription: runningOf(owned.subscriptions) ?? null,
      };
    },
    async failuresSince(addressKey, since) {
      return [...failures.values()].filter((one) => one.addressKey === addressKey && one.at > since)
        .length;
    },
    recordFailure: async (failure) => recordFailure(failure),
  };
  const chores = memoryLedgerChores({ users, records, seen, failures, ledger });
  return { ...ledger, ...chores };
}

function runningOf<T extends { readonly state: string }>(subscriptions: readonly T[]) {
  return subscriptions.find(({ state }) => state !== 'ended' && state !== 'void');
}
