import { describe, expect, test } from 'bun:test';
import { dayMs, minuteMs } from '#core/shared/time';
import { at, ledgerWorld, somePrice, type LedgerUnderTest } from './ledger-under-test.ts';

/** What a ledger promises of subscriptions, of what an account bought, and of declined cards. */
export function subscriptionsContract(name: string, make: () => Promise<LedgerUnderTest>): void {
  describe(`${name}: subscriptions`, () => {
    test('an account has one at a time, and may begin another one after its end', async () => {
      const { ledger, user, turn } = await ledgerWorld(make);
      const open = () => {
        const order = { userId: user.id, addressKey: 'here', createdAt: at() };
        return ledger.openSubscription({ ...order, id: Bun.randomUUIDv7() });
      };
      const opened = await Promise.all([open(), open(), open()]);
      const id = opened[0]?.id ?? '';
      expect(new Set(opened.map((one) => one.id)).size).toBe(1);
      const stored: boolean[] = [];
      for (const subscriptionId of ['sub_first', 'sub_first', 'sub_second'])
        stored.push(await ledger.keepSubscriptionId(id, subscriptionId));
      expect(stored).toEqual([true, true, false]);
      expect(await ledger.orphans()).toEqual([{ kind: 'subscription', id: 'sub_second' }]);
      expect(await open()).toMatchObject({ id, subscriptionId: 'sub_first', state: 'open' });

      await turn('sub_first', 'ended');

      expect((await open()).id).not.toBe(id);
    });

    test('the plan follows the newest reading, and an event has its effect once', async () => {
      const { ledger, user, subscription, turn, planOf } = await ledgerWorld(make);
      const id = await subscription();
      const early = await ledger.nextReading();
      const event = { id: 'evt_1', isFailure: false };
      const afterTrial = at(31 * dayMs);

      await turn(id, 'active', { event });
      expect(await planOf()).toBe('active');
      await turn(id, 'ended', { event, at: afterTrial });
      await turn(id, 'ended', { reading: early, at: afterTrial });
      expect(await planOf()).toBe('active');
      expect((await ledger.boughtBy(user.id)).subscription).toMatchObject({
        subscriptionId: id,
        userId: user.id,
        state: 'active',
        endsThen: false,
        currentPeriodEnd: at(30 * dayMs),
      });
      await turn(id, 'past_due', { at: afterTrial });

      expect(await planOf()).toBe('past_due');
    });

    test('one that runs again beside another one is left to be ended, and the other one stays', async () => {
      const { ledger, user, subscription, turn, planOf } = await ledgerWorld(make);
      const first = await subscription();
      await turn(first, 'void');
      const second = await subscription();
      await turn(second, 'active');

      await turn(first, 'active', { event: { id: 'evt_1', isFailure: false } });

      expect(await ledger.orphans()).toEqual([{ kind: 'subscription', id: first }]);
      expect((await ledger.boughtBy(user.id)).subscription?.subscriptionId).toBe(second);
      expect([await planOf(), await ledger.hasSeen('evt_1')]).toEqual(['active', true]);
    });

    test('one has the price of its newest reading, and none before the first', async () => {
      const { ledger, user, subscription, turn } = await ledgerWorld(make);
      const id = await subscription();
      const price = async () => (await ledger.boughtBy(user.id)).subscription?.price;
      expect(await price()).toBeNull();

      await turn(id, 'active');
      expect(await price()).toEqual(somePrice);
      const quarterly = { ...somePrice, interval: 'month', intervalCount: 3 } as const;
      await turn(id, 'active', { price: quarterly });
      expect(await price()).toEqual(quarterly);
      await turn(id, 'active', { price: null });

      expect(await price()).toBeNull();
    });

    test('one is found by its id at the provider, and one of others is not', async () => {
      const { ledger, user, subscription } = await ledgerWorld(make);
      const id = await subscription();

      expect(await ledger.findSubscription(id)).toMatchObject({
        subscriptionId: id,
        userId: user.id,
        state: 'open',
      });
      expect(await ledger.findSubscription('sub_foreign')).toBeNull();
    });

    test('an account keeps its first customer', async () => {
      const { ledger, user } = await ledgerWorld(make);
      expect(await ledger.customerOf(user.id)).toBeNull();

      expect(await ledger.keepCustomer(user.id, 'cus_1')).toBe('cus_1');
      expect(await ledger.keepCustomer(user.id, 'cus_2')).toBe('cus_1');

      expect(await ledger.customerOf(user.id)).toBe('cus_1');
    });

    test('an account forgets its customer, and no other one', async () => {
      const { ledger, user } = await ledgerWorld(make);
      await ledger.keepCustomer(user.id, 'cus_1');

      await ledger.forgetCustomer(user.id, 'cus_2');
      expect(await ledger.customerOf(user.id)).toBe('cus_1');
      await ledger.forgetCustomer(user.id, 'cus_1');

      expect(await ledger.customerOf(user.id)).toBeNull();
    });
  });

  describe(`${name}: what an account bought`, () => {
    test('is every purchase that was ever paid, newest first, with the time of its last change', async () => {
      const { ledger, user, purchase, settle } = await ledgerWorld(make);
      const [first, second] = [await purchase(), await purchase({ createdAt: at(1) })];
      await purchase({ createdAt: at(2) });
      await settle(await purchase({ createdAt: at(3) }), 'void');
      await settle(first, 'paid', { at: at(minuteMs) });
      await settle(first, 'paid', { at: at(2 * minuteMs) });
      await settle(second, 'refunded', { at: at(3 * minuteMs) });

      const { purchases } = await ledger.boughtBy(user.id);

      expect(purchases.map(({ state, at: changedAt }) => [state, changedAt])).toEqual([
        ['refunded', at(3 * minuteMs)],
        ['paid', at(minuteMs)],
      ]);
    });

    test('is the subscription that has not ended, of this account alone', async () => {
      const { ledger, user, newPerson, purchase, settle, subscription, turn } =
        await ledgerWorld(make);
      await turn(await subscription(), 'ended');
      const other = await newPerson();
      await settle(await purchase({ userId: other.id }), 'paid');
      await turn(await subscription(other.id), 'active');
      expect(await ledger.boughtBy(user.id)).toEqual({ purchases: [], subscription: null });

      const id = await subscription();

      expect((await ledger.boughtBy(user.id)).subscription?.subscriptionId).toBe(id);
    });
  });

  describe(`${name}: declined cards`, () => {
    test('count by network address, after a time', async () => {
      const { ledger, purchase, settle } = await ledgerWorld(make);
      const [here, there] = [await purchase(), await purchase({ addressKey: 'there' })];
      const failed = (id: string) => ({ event: { id, isFailure: true }, at: at() });
      await settle(here, 'open', failed('evt_1'));
      await settle(here, 'open', failed('evt_2'));
      await settle(there, 'open', failed('evt_3'));

      expect(await ledger.failuresSince('here', at(-1))).toBe(2);
      expect(await ledger.failuresSince('here', at())).toBe(0);
    });

    test('count once, and their event still has its effect', async () => {
      const { ledger, purchase, settle, planOf } = await ledgerWorld(make);
      const paymentId = await purchase();
      const failure = { eventId: 'evt_1', addressKey: 'here', at: at() };
      await ledger.recordFailure(failure);
      await ledger.recordFailure(failure);
      expect(await ledger.hasSeen('evt_1')).toBe(false);

      await settle(paymentId, 'paid', { event: { id: 'evt_1', isFailure: true } });

      expect(await ledger.failuresSince('here', at(-1))).toBe(1);
      expect(await planOf()).toBe('lifetime');
    });
  });
}
