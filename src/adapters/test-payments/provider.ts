import type { Card, Invoice } from '#contract/billing/billing';
import { lifetimeCents, monthlyCents, planCurrency } from '#contract/billing/prices';
import type { TestCards } from '#core/billing/ports';
import type { Payments } from '#core/billing/ports';
import type { RandomBytes } from '#core/shared/ids';
import { invalid, Refusal } from '#core/shared/refusal';
import { ruleOf } from './cards.ts';
import { testCards } from './card-form.ts';
import { billed, renewed } from './periods.ts';
import {
  newPayment,
  paymentOf,
  paymentsOf,
  rootOf,
  type TestCard,
  type TestPayment,
  type TestSubscription,
} from './objects.ts';
import { paymentReading, subscriptionReading } from './readings.ts';
import { openSigned } from './signature.ts';
import { testStore, type StorePorts, type TestStore } from './store.ts';

export type TestPaymentsPorts = StorePorts & {
  /** Signs the provider's events. */
  readonly key: Uint8Array;
  readonly randomBytes: RandomBytes;
};

/** The built-in test provider: no money moves, everything else is as with a real one. */
export type TestPayments = Payments & {
  readonly cards: TestCards;
  /** Renews, or ends, the subscriptions whose period is over. */
  renewDue(): Promise<void>;
};

export function testPayments(ports: TestPaymentsPorts): TestPayments {
  const { objects, key, clock } = ports;
  const store = testStore(ports);

  return {
    name: 'test',
    publishableKey: null,
    ...single(ports, store),
    ...recurring(ports, store),
    cards: { ...testCards(store, clock), ...changingCards(store) },
    readEvent: async (body, signature) => openSigned(key, { body, signature, nowMs: clock.now() }),
    async *eventsSince(at) {
      yield* await objects.eventsSince(at);
    },
  };
}

function changingCards(store: TestStore): Pick<TestCards, 'changeCard'> {
  return {
    async changeCard(customerId, typed) {
      const subscriptions = await store.subscriptionsOf(customerId);
      const running = subscriptions.find(({ status }) => /^(active|past_due)$/.test(status));
      if (running === undefined) throw new Refusal('conflict', 'You have no subscription.');
      const rule = ruleOf(typed);
      if (rule.kind === 'declined') throw invalid({ path: 'number', message: rule.message });
      await store.changeSubscription(running.id, (kept) => ({ ...kept, card: rule.card }));
    },
  };
}

type Single = Pick<Payments, 'openPayment' | 'readPayment' | 'refund' | 'voidPayment'>;

function single(ports: TestPaymentsPorts, store: TestStore): Single {
  return {
    async openPayment({ orderId }) {
      const id = `pi_test_${compact(orderId)}`;
      const object = await store.create(id, () => ({
        kind: 'lifetime',
        payment: freshPayment(ports, id, lifetimeCents),
      }));
      const [payment] = paymentsOf(object);
      return { paymentId: id, clientSecret: payment?.clientSecret ?? '' };
    },

    async readPayment(paymentId) {
      const object = await store.find(rootOf(paymentId));
      const payment = paymentOf(object, paymentId);
      return object && payment && paymentReading(object, payment);
    },

    async refund(paymentId) {
      if ((await store.find(rootOf(paymentId))) === null) return;
      await store.changePayment(paymentId, (payment) => {
        const isThere = payment.status === 'paid' && !payment.isRefunded;
        return isThere ? { after: { ...payment, isRefunded: true }, isFailure: false } : null;
      });
    },

    async voidPayment(paymentId) {
      if ((await store.find(rootOf(paymentId))) === null) return;
      await store.changePayment(paymentId, (payment) => {
        const isOpen = payment.status === 'open' || payment.status === 'action';
        return isOpen ? { after: { ...payment, status: 'void' }, isFailure: false } : null;
      });
    },
  };
}

type Recurring = Omit<TestPayments, keyof Single | 'cards' | 'readEvent' | 'eventsSince' | Named>;
type Named = 'name' | 'publishableKey';

function recurring(ports: TestPaymentsPorts, store: TestStore): Recurring {
  const { objects, clock } = ports;
  const changeKnown: TestStore['changeSubscription'] = async (id, change) => {
    if ((await store.find(id)) !== null) await store.changeSubscription(id, change);
  };

  return {
    openCustomer({ userId }) {
      const digest = new Bun.CryptoHasher('sha256').update(userId).digest('hex');
      return Promise.resolve(`cus_test_${digest.slice(0, 24)}`);
    },

    async openSubscription({ orderId, customerId }) {
      const order = compact(orderId);
      const id = `sub_test_${order}`;
      const payment = freshPayment(ports, `pi_test_sub_${order}_1`, monthlyCents);
      await store.create(id, () => billed({ id, customerId, payment }));
      return id;
    },

    async readSubscription(id) {
      const object = await store.find(id);
      return object?.kind === 'subscription' ? subscriptionReading(object) : null;
    },

    renew: (id, goesOn) => changeKnown(id, (kept) => ({ ...kept, endsThen: !goesOn })),

    endSubscription: (id) => changeKnown(id, ended),

    async invoices(customerId) {
      return (await store.subscriptionsOf(customerId)).flatMap(invoicesOf);
    },

    async card(customerId) {
      const [latest] = await store.subscriptionsOf(customerId);
      return latest?.card ? shownCard(latest.card) : null;
    },

    cardPage: () => Promise.resolve(null),

    async renewDue() {
      const nowMs = clock.now();
      for (const id of await objects.due(new Date(nowMs))) {
        await store.changeSubscription(id, (kept) => {
          const nextId = `${kept.id.replace('sub_test_', 'pi_test_sub_')}_${kept.payments.length + 1}`;
          return renewed(kept, { nowMs, next: freshPayment(ports, nextId, monthlyCents) });
        });
      }
    },
  };
}

function shownCard({ brand, last4, expiryMonth, expiryYear }: TestCard): Card {
  return { brand, last4, expiryMonth, expiryYear };
}

function ended(kept: TestSubscription): TestSubscription | null {
  if (kept.status === 'ended' || kept.status === 'void') return null;
  return { ...kept, status: kept.status === 'open' ? 'void' : 'ended' };
}

function freshPayment(
  { randomBytes, clock }: TestPaymentsPorts,
  id: string,
  amountCents: number,
): TestPayment {
  const clientSecret = `${id}_secret_${randomBytes(24).toHex()}`;
  return newPayment({ id, clientSecret, amountCents, atMs: clock.now() });
}

function invoicesOf({ payments, status }: TestSubscription): Invoice[] {
  return payments.map((payment) => ({
    id: payment.id,
    at: new Date(payment.atMs),
    description: 'Waypost Pro',
    amountCents: payment.amountCents,
    currency: planCurrency,
    status: invoiceStatus(payment, status),
    url: null,
  }));
}

function invoiceStatus(
  payment: TestPayment,
  status: TestSubscription['status'],
): Invoice['status'] {
  if (payment.isRefunded) return 'refunded';
  if (payment.status === 'paid') return 'paid';
  return status === 'ended' || status === 'void' ? 'void' : 'open';
}

/** An id without its dashes. */
function compact(id: string): string {
  return id.replaceAll('-', '');
}
