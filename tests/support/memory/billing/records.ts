import type { Purchase, Subscription } from '#core/billing/ledger';
import { planOf } from '#core/billing/plan';
import type { memoryUsers } from '#tests/support/memory/accounts';

export type KeptPurchase = Purchase & {
  readonly attempt: string;
  readonly addressKey: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type KeptSubscription = Subscription & {
  readonly addressKey: string;
  readonly createdAt: Date;
};
type Orphan = { readonly kind: 'payment' | 'subscription'; readonly id: string };

/** The records of a ledger in memory. An account that is removed takes its records with it. */
export function billingRecords(users: ReturnType<typeof memoryUsers>) {
  const purchases = new Map<string, KeptPurchase>();
  const subscriptions = new Map<string, KeptSubscription>();
  const orphans = new Map<string, Orphan>();

  /** What the foreign keys and the triggers do in Postgres. */
  function removeWithAccounts(): void {
    const isGone = (userId: string | null) => userId !== null && !users.userById(userId);
    for (const { id, userId, state, paymentId } of purchases.values()) {
      if (!isGone(userId)) continue;
      purchases.delete(id);
      if (state === 'open' && paymentId !== null)
        orphans.set(paymentId, { kind: 'payment', id: paymentId });
    }
    for (const { id, userId, subscriptionId } of subscriptions.values()) {
      if (!isGone(userId)) continue;
      subscriptions.delete(id);
      if (subscriptionId !== null)
        orphans.set(subscriptionId, { kind: 'subscription', id: subscriptionId });
    }
  }

  const allPurchases = () => (removeWithAccounts(), oldestFirst([...purchases.values()]));
  const allSubscriptions = () => (removeWithAccounts(), oldestFirst([...subscriptions.values()]));
  const ownedBy = (userId: string) => ({
    purchases: allPurchases().filter((bought) => bought.userId === userId),
    subscriptions: allSubscriptions().filter((bought) => bought.userId === userId),
  });

  return {
    purchases,
    subscriptions,
    allPurchases,
    allSubscriptions,
    ownedBy,
    allOrphans: () => (removeWithAccounts(), [...orphans.values()]),
    addOrphan: (orphan: Orphan) => void orphans.set(orphan.id, orphan),
    forgetOrphan: (id: string) => void orphans.delete(id),
    /** Updates the plan of an account from everything that it has bought. */
    replan(userId: string, at: Date): void {
      const user = users.userById(userId);
      if (!user) return;
      const owned = ownedBy(userId);
      const facts = {
        trialEndsAt: user.trialEndsAt,
        purchases: owned.purchases.map(({ state }) => state),
        subscriptions: owned.subscriptions.map(({ state }) => state),
      };
      users.change(userId, { subscriptionStatus: planOf(facts, at.getTime()) });
    },
  };
}

function oldestFirst<T extends { readonly createdAt: Date }>(records: readonly T[]): T[] {
  return records.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
