import { z } from 'zod';
import type { PaymentEvent } from '#core/billing/ports';

const card = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  /** Whether its payment succeeds when the subscription renews. */
  renews: z.boolean(),
});

const payment = z.object({
  id: z.string(),
  clientSecret: z.string(),
  amountCents: z.number(),
  status: z.enum(['open', 'action', 'paid', 'void']),
  isRefunded: z.boolean(),
  atMs: z.number(),
  /** The card that waits for the second step. */
  card: card.nullable(),
});

const lifetime = z.object({ kind: z.literal('lifetime'), payment });

const subscription = z.object({
  kind: z.literal('subscription'),
  id: z.string(),
  customerId: z.string(),
  status: z.enum(['open', 'active', 'past_due', 'ended', 'void']),
  periodEndMs: z.number(),
  endsThen: z.boolean(),
  card: card.nullable(),
  /** One for each period, oldest first. */
  payments: z.array(payment).min(1),
});

/**
 * The test provider's record of one id: a single payment, or a subscription with all of its
 * payments.
 */
export const testObject = z.discriminatedUnion('kind', [lifetime, subscription]);

export type TestCard = z.infer<typeof card>;
export type TestPayment = z.infer<typeof payment>;
export type TestSubscription = z.infer<typeof subscription>;
export type TestObject = z.infer<typeof testObject>;

/** The new state of an object, and its events. */
export type Write = {
  readonly body: TestObject;
  readonly customerId: string | null;
  /** The next time at which the object needs work. */
  readonly dueAt: Date | null;
  readonly events: readonly PaymentEvent[];
};

/** The test provider's storage, shared by all instances. */
export type TestObjects = {
  find(id: string): Promise<unknown>;
  /**
   * Changes an object (null while it does not exist) and stores the events, in one transaction;
   * changes of one object run one after the other. A null `write` changes nothing. Returns the
   * `result`.
   */
  change<T>(
    id: string,
    change: (object: unknown) => { readonly write: Write | null; readonly result: T },
    at: Date,
  ): Promise<T>;
  ofCustomer(customerId: string): Promise<unknown[]>;
  /** Objects that need work now, at most 100. */
  due(at: Date): Promise<string[]>;
  eventsSince(at: Date): Promise<PaymentEvent[]>;
  /** Takes the event that has waited longest, until `leaseUntil`; null when none waits. */
  takeEvent(at: Date, leaseUntil: Date): Promise<{ event: PaymentEvent; attempts: number } | null>;
  /** Records that the event was delivered; with a `dueAt`, it is delivered again at that time. */
  settleEvent(id: string, dueAt: Date | null): Promise<void>;
  /** Deletes events from before a time. */
  forgetEvents(before: Date): Promise<void>;
};

export function newPayment(
  given: Pick<TestPayment, 'id' | 'clientSecret' | 'amountCents' | 'atMs'>,
): TestPayment {
  return { ...given, status: 'open', isRefunded: false, card: null };
}

/** The id of a payment's object: its own, or its subscription's. */
export function rootOf(paymentId: string): string {
  const [, order] = /^pi_test_sub_([\da-z]+)_\d+$/.exec(paymentId) ?? [];
  return order === undefined ? paymentId : `sub_test_${order}`;
}

/** The id of the payment with this client secret. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_', 1)[0] ?? '';
}

export function paymentsOf(object: TestObject): readonly TestPayment[] {
  return object.kind === 'lifetime' ? [object.payment] : object.payments;
}

/** The payment of an object; null when it does not belong to it. */
export function paymentOf(object: TestObject | null, paymentId: string): TestPayment | null {
  return (object && paymentsOf(object).find(({ id }) => id === paymentId)) ?? null;
}
