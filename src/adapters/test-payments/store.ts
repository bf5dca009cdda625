import type { PaymentEvent } from '#core/billing/ports';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { statusAfter } from './periods.ts';
import {
  paymentOf,
  rootOf,
  testObject,
  type TestObject,
  type TestObjects,
  type TestPayment,
  type TestSubscription,
  type Write,
} from './objects.ts';

export type StorePorts = {
  readonly objects: TestObjects;
  readonly newEventId: () => string;
  readonly clock: Clock;
};

/** Reads and changes the provider's objects, and stores an event for every change. */
export type TestStore = ReturnType<typeof testStore>;

export function testStore({ objects, newEventId, clock }: StorePorts) {
  const subscriptionsOf = (customerId: string) => subscriptionsIn(objects, customerId);
  return { find, create, changeSubscription, changePayment, subscriptionsOf };

  async function find(id: string): Promise<TestObject | null> {
    const found = await objects.find(id);
    return found === null ? null : testObject.parse(found);
  }

  /** The object with that id, created now unless there is one. */
  function create(id: string, make: () => TestObject): Promise<TestObject> {
    return change(id, (kept) => {
      if (kept !== null) return { write: null, result: kept };
      const made = make();
      return { write: writeOf(made, []), result: made };
    });
  }

  /** Null leaves the subscription as it is. Refuses `not_found`. */
  function changeSubscription(
    id: string,
    decide: (kept: TestSubscription) => TestSubscription | null,
  ): Promise<void> {
    return change(id, (kept) => {
      if (kept?.kind !== 'subscription') throw notFound();
      const decided = decide(kept);
      const event = eventOf(newEventId(), { kind: 'subscription', id });
      return { write: decided && writeOf(decided, [event]), result: undefined };
    });
  }

  /**
   * Changes a payment and stores its event; returns the event's id. Null changes nothing. Refuses
   * `not_found`.
   */
  function changePayment(
    paymentId: string,
    decide: (kept: TestPayment) => { after: TestPayment; isFailure: boolean } | null,
  ): Promise<string> {
    return change(rootOf(paymentId), (kept) => {
      const payment = paymentOf(kept, paymentId);
      if (kept === null || payment === null) throw notFound();
      const decided = decide(payment);
      const event = eventOf(newEventId(), { kind: 'payment', id: paymentId });
      if (decided === null) return { write: null, result: event.id };

      const { after, isFailure } = decided;
      const write = writeOf(withPayment(kept, after), [{ ...event, isFailure }]);
      return { write, result: event.id };
    });
  }

  function change<T>(
    id: string,
    decide: (kept: TestObject | null) => { write: Write | null; result: T },
  ): Promise<T> {
    const read = (found: unknown) => decide(found === null ? null : testObject.parse(found));
    return objects.change(id, read, new Date(clock.now()));
  }
}

/** The newest first. */
async function subscriptionsIn(
  objects: Pick<TestObjects, 'ofCustomer'>,
  customerId: string,
): Promise<TestSubscription[]> {
  const found = await objects.ofCustomer(customerId);
  return found
    .map((body) => testObject.parse(body))
    .filter((object) => object.kind === 'subscription')
    .sort((one, other) => other.periodEndMs - one.periodEndMs);
}

function eventOf(id: string, about: NonNullable<PaymentEvent['about']>): PaymentEvent {
  return { id, about, isFailure: false };
}

function writeOf(body: TestObject, events: readonly PaymentEvent[]): Write {
  if (body.kind === 'lifetime') return { body, customerId: null, dueAt: null, events };
  const isOver = body.status === 'ended' || body.status === 'void';
  const dueAt = isOver ? null : new Date(body.periodEndMs);
  return { body, customerId: body.customerId, dueAt, events };
}

function withPayment(object: TestObject, after: TestPayment): TestObject {
  if (object.kind === 'lifetime') return { ...object, payment: after };
  const payments = object.payments.map((kept) => (kept.id === after.id ? after : kept));
  return statusAfter({ ...object, payments }, after);
}
