import type { LedgerChores, Ledger } from '#core/billing/ledger';
import { dayMs } from '#core/shared/time';
import type { memoryUsers } from '#tests/support/memory/accounts';
import type { billingRecords, KeptPurchase, KeptSubscription } from './records.ts';

type Ports = {
  readonly users: ReturnType<typeof memoryUsers>;
  readonly records: ReturnType<typeof billingRecords>;
  readonly ledger: Pick<Ledger, 'failuresSince'>;
  /** When each event was applied. */
  readonly seen: Map<string, Date>;
  readonly failures: Map<string, { readonly at: Date }>;
};

/** The ledger's queries for the background work, in memory. */
export function memoryLedgerChores(ports: Ports): LedgerChores {
  const { users, records, ledger } = ports;
  let listedUntil: Date | null = null;

  return {
    async conflicting() {
      const holdings = users.all().map(({ id }) => records.ownedBy(id));
      return holdings.filter(isConflict).map(({ purchases, subscriptions }) => ({
        purchases: purchases.flatMap(({ paymentId: id, state }) => (id ? [{ id, state }] : [])),
        subscriptions: subscriptions.flatMap(({ subscriptionId: id, state }) =>
          id ? [{ id, state }] : [],
        ),
      }));
    },
    async surplus({ openedBefore, failedSince, limit }) {
      const found: string[] = [];
      for (const { state, paymentId, createdAt, addressKey } of records.allPurchases()) {
        if (state !== 'open' || paymentId === null) continue;
        const isTesting = (await ledger.failuresSince(addressKey, failedSince)) >= limit;
        if (createdAt < openedBefore || isTesting) found.push(paymentId);
      }
      return found;
    },
    async forget(voidBefore) {
      for (const { id, state, paymentId, createdAt, changedAt } of records.allPurchases()) {
        const isForgotten = state === 'void' && changedAt < voidBefore;
        const neverBegan = state === 'open' && paymentId === null && createdAt < voidBefore;
        if (isForgotten || neverBegan) records.purchases.delete(id);
      }
      const before = (days: number) => new Date(voidBefore.getTime() - days * dayMs);
      for (const [id, at] of ports.seen) if (at < before(45)) ports.seen.delete(id);
      for (const [id, { at }] of ports.failures) if (at < before(2)) ports.failures.delete(id);
    },
    orphans: async () => records.allOrphans(),
    forgetOrphan: async (id) => records.forgetOrphan(id),
    async followTrials(at) {
      const unpaid = users
        .all()
        .filter(({ subscriptionStatus }) => !['active', 'lifetime'].includes(subscriptionStatus));
      for (const { id } of unpaid) records.replan(id, at);
    },
    listedUntil: async () => listedUntil,
    async keepListedUntil(at) {
      listedUntil = at;
    },
  };
}

/** Whether an account paid twice, or for a subscription that it should not pay. */
function isConflict({
  purchases,
  subscriptions,
}: {
  readonly purchases: readonly KeptPurchase[];
  readonly subscriptions: readonly KeptSubscription[];
}): boolean {
  const paid = purchases.filter(({ state }) => state === 'paid').length;
  return (
    paid > 1 ||
    subscriptions.some(({ subscriptionId, state }) => {
      const runs = state === 'open' || state === 'active' || state === 'past_due';
      return subscriptionId !== null && (state === 'reversed' || (runs && paid > 0));
    })
  );
}
