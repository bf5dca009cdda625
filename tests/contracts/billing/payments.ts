import { lifetimeCents, monthlyCents, planCurrency } from '#contract/billing/prices';
import { describe, expect, test } from 'bun:test';
import type { OpenPayment, PaymentEvent, Payments } from '#core/billing/ports';
import { secondMs } from '#core/shared/time';

export type PaymentsUnderTest = {
  readonly payments: Payments;
  /** Pays with a card that is accepted. */
  pay(payment: OpenPayment): Promise<unknown>;
};

const orderId = () => Bun.randomUUIDv7();

/** What every provider of payments promises. */
export function paymentsContract(name: string, make: () => PaymentsUnderTest): void {
  function start() {
    const { payments, pay } = make();
    /** A subscription whose first payment is still open. */
    const subscription = async (order = orderId()) => {
      const person = { userId: order, email: 'ada@example.com', name: 'Ada Byron' };
      const customerId = await payments.openCustomer(person);
      const id = await payments.openSubscription({ orderId: order, customerId });
      if (id === null) throw new Error('The provider does not know the customer');
      const read = async () => {
        const reading = await payments.readSubscription(id);
        if (reading === null) throw new Error('The provider does not know the subscription');
        return reading;
      };
      const { due } = await read();
      if (due === null) throw new Error('The subscription has no open payment');
      return { id, customerId, due, read };
    };
    const running = async () => {
      const opened = await subscription();
      await pay(opened.due);
      return opened;
    };
    const eventsOf = async (paymentId: string, since: Date) => {
      const events: PaymentEvent[] = [];
      for await (const event of payments.eventsSince(since)) {
        if (event.about?.id === paymentId) events.push(event);
      }
      return events;
    };
    return { payments, pay, subscription, running, eventsOf };
  }

  describe(`${name}: single payments`, () => {
    test('one order gives one payment, open and over the whole price', async () => {
      const { payments } = start();
      const order = { orderId: orderId() };

      const opened = await payments.openPayment(order);

      expect(await payments.openPayment(order)).toEqual(opened);
      expect(await payments.openPayment({ orderId: orderId() })).not.toEqual(opened);
      expect(await payments.readPayment(opened.paymentId)).toEqual({
        status: 'open',
        reversal: 'none',
        subscriptionId: null,
        amountCents: lifetimeCents,
        currency: planCurrency,
        clientSecret: opened.clientSecret,
      });
    });

    test('a paid payment can be refunded, and can not be made void', async () => {
      const { payments, pay } = start();
      const opened = await payments.openPayment({ orderId: orderId() });
      const read = () => payments.readPayment(opened.paymentId);
      await payments.refund(opened.paymentId);
      expect(await read()).toMatchObject({ status: 'open', reversal: 'none' });

      await pay(opened);
      await payments.voidPayment(opened.paymentId);
      expect(await read()).toMatchObject({ status: 'paid', reversal: 'none' });
      for (const _ of [1, 2]) await payments.refund(opened.paymentId);

      expect(await read()).toMatchObject({ status: 'paid', reversal: 'refunded' });
    });

    test('an open payment can be made void, which cannot be refunded', async () => {
      const { payments } = start();
      const { paymentId } = await payments.openPayment({ orderId: orderId() });

      for (const _ of [1, 2]) await payments.voidPayment(paymentId);
      await payments.refund(paymentId);

      expect(await payments.readPayment(paymentId)).toMatchObject({
        status: 'void',
        reversal: 'none',
      });
    });
  });

  describe(`${name}: subscriptions`, () => {
    test('one order gives one subscription, open with its first payment to make', async () => {
      const { payments, subscription } = start();
      const order = orderId();

      const { id, due, read } = await subscription(order);

      expect((await subscription(order)).id).toBe(id);
      expect((await subscription()).id).not.toBe(id);
      expect(await read()).toMatchObject({
        status: 'open',
        reversal: 'none',
        endsThen: false,
        due,
        price: {
          amountCents: monthlyCents,
          currency: planCurrency,
          interval: 'month',
          intervalCount: 1,
        },
      });
      expect(await payments.readPayment(due.paymentId)).toMatchObject({
        amountCents: monthlyCents,
        currency: planCurrency,
        status: 'open',
        clientSecret: due.clientSecret,
        subscriptionId: id,
      });
    });

    test('one runs once its first payment is paid, and owes nothing then', async () => {
      const { running } = start();

      const { read } = await running();

      expect(await read()).toMatchObject({ status: 'active', reversal: 'none', due: null });
    });

    test('a running one ends with its period, or goes on, as its owner decides', async () => {
      const { payments, running } = start();
      const { id, read } = await running();

      await payments.renew(id, false);
      expect(await read()).toMatchObject({ status: 'active', endsThen: true });
      await payments.renew(id, true);

      expect(await read()).toMatchObject({ status: 'active', endsThen: false });
    });

    test('a running one that is ended has ended; one that was never paid is void', async () => {
      const { payments, running, subscription } = start();
      const [paid, unpaid] = [await running(), await subscription()];

      for (const { id } of [paid, unpaid, paid, unpaid]) await payments.endSubscription(id);

      expect([(await paid.read()).status, (await unpaid.read()).status]).toEqual(['ended', 'void']);
    });
  });

  describe(`${name}: what it does not know`, () => {
    test('is null to read, and nothing to undo', async () => {
      const { payments } = start();

      expect(await payments.readPayment('pi_unknown')).toBeNull();
      expect(await payments.readSubscription('sub_unknown')).toBeNull();
      await payments.refund('pi_unknown');
      await payments.voidPayment('pi_unknown');
      await payments.endSubscription('sub_unknown');
      await payments.renew('sub_unknown', false);

      expect(await payments.readPayment('pi_unknown')).toBeNull();
      expect(await payments.readSubscription('sub_unknown')).toBeNull();
    });

    test('is malformed when it comes as a webhook that the provider did not sign', async () => {
      const { payments } = start();
      const event = { id: 'evt_1', about: { kind: 'payment', id: 'pi_1' }, isFailure: false };

      await expect(payments.readEvent(JSON.stringify(event), 'forged')).rejects.toMatchObject({
        code: 'malformed',
      });
    });
  });

  describe(`${name}: events`, () => {
    test('are listed since a time, and name what was paid', async () => {
      const { payments, pay, eventsOf } = start();
      const before = new Date(contractNowMs - secondMs);
      const opened = await payments.openPayment({ orderId: orderId() });
      expect(await eventsOf(opened.paymentId, before)).toEqual([]);

      await pay(opened);

      const about = { kind: 'payment' as const, id: opened.paymentId };
      expect(await eventsOf(opened.paymentId, before)).toMatchObject([{ about, isFailure: false }]);
      expect(await eventsOf(opened.paymentId, new Date(contractNowMs + secondMs))).toEqual([]);
    });
  });

  describe(`${name}: invoices`, () => {
    test('are those of one customer, open until they are paid', async () => {
      const { payments, pay, subscription } = start();
      const { customerId, due } = await subscription();
      const nobody = await payments.openCustomer({
        userId: orderId(),
        email: 'b@x.test',
        name: 'B',
      });
      const amount = { amountCents: monthlyCents, currency: planCurrency };
      expect(await payments.invoices(customerId)).toMatchObject([{ ...amount, status: 'open' }]);

      await pay(due);

      expect(await payments.invoices(customerId)).toMatchObject([{ ...amount, status: 'paid' }]);
      expect(await payments.invoices(nobody)).toEqual([]);
    });
  });
}

/** The time of every provider in this contract, in epoch milliseconds. */
export const contractNowMs = Date.UTC(2026, 5, 1, 12);
