import type { Ledger, News, Purchase, Subscription } from '#core/billing/ledger';
import { planOf } from '#core/billing/plan';
import type { Mail } from '#core/shared/mail';
import type { memoryUsers } from './accounts.ts';

type KeptPurchase = Purchase & { readonly attempt: string; readonly addressKey: string };
type KeptSubscription = Subscription & { readonly addressKey: string };
type Failure = { readonly addressKey: string; readonly at: Date };

type Ports = {
  readonly users: ReturnType<typeof memoryUsers>;
  /** Takes the mails over. */
  readonly outbox: Pick<Mail[], 'push'>;
};

/** What was bought, in memory, and the plans of the accounts in `users`. */
export function memoryLedger({ users, outbox }: Ports) {
  const purchases = new Map<string, KeptPurchase>();
  const subscriptions = new Map<string, KeptSubscription>();
  const customers = new Map<string, string>();
  const seen = new Set<string>();
  const readings = new Map<string, number>();
  const failures: Failure[] = [];
  let reading = 0;

  const byPayment = (paymentId: string) =>
    [...purchases.values()].find((purchase) => purchase.paymentId === paymentId);
  const byProvider = (subscriptionId: string) =>
    [...subscriptions.values()].find((kept) => kept.subscriptionId === subscriptionId);

  /** Whether news of something are to be settled; notes their event and their reading. */
  function isNew(id: string, news: News, addressKey: string): boolean {
    if (news.event !== null) {
      if (seen.has(news.event.id)) return false;
      seen.add(news.event.id);
      if (news.event.isFailure) failures.push({ addressKey, at: news.at });
    }
    if (news.reading <= (readings.get(id) ?? 0)) return false;
    readings.set(id, news.reading);
    return true;
  }

  function replan(userId: string, at: Date): void {
    const user = users.userById(userId);
    if (!user) return;
    const own = <T extends { userId: string | null }>(all: Map<string, T>) =>
      [...all.values()].filter((bought) => bought.userId === userId);
    const facts = {
      trialEndsAt: user.trialEndsAt,
      purchases: own(purchases).map(({ state }) => state),
      subscriptions: own(subscriptions).map(({ state }) => state),
    };
    users.change(userId, { subscriptionStatus: planOf(facts, at.getTime()) });
  }

  const ledger: Ledger = {
    nextReading: async () => (reading += 1),
    hasSeen: async (eventId) => seen.has(eventId),
    async openPurchase({ attempt, addressKey, id, userId, payer }) {
      const open = [...purchases.values()].find(
        (kept) => kept.attempt === attempt && kept.state === 'open',
      );
      const fresh = { id, paymentId: null, state: 'open', awaitsPassword: false } as const;
      const purchase = { ...(open ?? fresh), userId, payer, attempt, addressKey };
      purchases.set(purchase.id, purchase);
      return purchase;
    },
    async keepPaymentId(id, paymentId) {
      const kept = purchases.get(id);
      if (kept) purchases.set(id, { ...kept, paymentId });
    },
    findPurchase: async (paymentId) => byPayment(paymentId) ?? null,
    async settlePurchase(paymentId, { state, opening, ...news }) {
      const kept = byPayment(paymentId);
      if (!kept || !isNew(kept.id, news, kept.addressKey)) return;
      let { userId, awaitsPassword } = kept;
      if (state === 'paid' && userId === null && opening !== null) {
        const holder = await users.findByEmail(opening.user.email);
        if (holder === null) {
          await users.add(opening.user, '');
          users.setHash(opening.user.id, null);
        }
        userId = holder?.user.id ?? opening.user.id;
        awaitsPassword = holder === null;
        outbox.push(holder === null ? opening.welcome : opening.added);
      }
      purchases.set(kept.id, { ...kept, state, userId, awaitsPassword });
      if (userId !== null) replan(userId, news.at);
    },
    async claimAccount({ purchaseId, passwordHash }) {
      const kept = purchases.get(purchaseId);
      if (!kept?.awaitsPassword || kept.userId === null) return null;
      purchases.set(purchaseId, { ...kept, awaitsPassword: false });
      users.setHash(kept.userId, passwordHash);
      return users.userById(kept.userId) ?? null;
    },
    async openSubscription({ id, userId, addressKey }) {
      const open = [...subscriptions.values()].find(
        (kept) => kept.userId === userId && kept.state !== 'ended' && kept.state !== 'void',
      );
      const fresh = { subscriptionId: null, state: 'open', currentPeriodEnd: null } as const;
      const kept = open ?? { ...fresh, id, userId, addressKey, endsThen: false };
      subscriptions.set(kept.id, kept);
      return kept;
    },
    async keepSubscriptionId(id, subscriptionId) {
      const kept = subscriptions.get(id);
      if (kept) subscriptions.set(id, { ...kept, subscriptionId });
    },
    async settleSubscription(id, { state, currentPeriodEnd, endsThen, ...news }) {
      const kept = byProvider(id);
      if (!kept || !isNew(kept.id, news, kept.addressKey)) return;
      subscriptions.set(kept.id, { ...kept, state, currentPeriodEnd, endsThen });
      replan(kept.userId, news.at);
    },
    customerOf: async (userId) => customers.get(userId) ?? null,
    async keepCustomer(userId, customerId) {
      const kept = customers.get(userId) ?? customerId;
      customers.set(userId, kept);
      return kept;
    },
    async boughtBy(userId) {
      const subscription = [...subscriptions.values()].find((kept) => kept.userId === userId);
      return { purchases: [], subscription: subscription ?? null };
    },
    async failuresSince(addressKey, since) {
      return failures.filter((one) => one.addressKey === addressKey && one.at >= since).length;
    },
    async noteFailure({ eventId, addressKey, at }) {
      if (!seen.has(eventId)) failures.push({ addressKey, at });
      seen.add(eventId);
    },
  };
  return ledger;
}
