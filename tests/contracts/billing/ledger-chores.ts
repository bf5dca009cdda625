import { describe, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#core/shared/time';
import { at, ledgerWorld, someOpening, type LedgerUnderTest } from './ledger-under-test.ts';

/** What a ledger promises to the background work. */
export function ledgerChoresContract(name: string, make: () => Promise<LedgerUnderTest>): void {
  describe(`${name}: accounts that may need a correction`, () => {
    test('are those that paid twice, with everything they bought, oldest first', async () => {
      const { ledger, purchase, settle } = await ledgerWorld(make);
      const later = await purchase({ createdAt: at(1) });
      const first = await purchase();
      await settle(first, 'paid');
      expect(await ledger.conflicting()).toEqual([]);

      await settle(later, 'paid');

      const purchases = [first, later].map((id) => ({ id, state: 'paid' as const }));
      expect(await ledger.conflicting()).toEqual([{ purchases, subscriptions: [] }]);
    });

    test('are those with a subscription beside lifetime access, or one that was taken back', async () => {
      const { ledger, newPerson, purchase, settle, subscription, turn } = await ledgerWorld(make);
      const paymentId = await purchase();
      const beside = await subscription();
      const other = await subscription((await newPerson()).id);
      await turn(other, 'active');
      expect(await ledger.conflicting()).toEqual([]);

      await settle(paymentId, 'paid');
      await turn(other, 'reversed');

      const found = (await ledger.conflicting()).flatMap(({ subscriptions }) => subscriptions);
      expect(new Map(found.map(({ id, state }) => [id, state]))).toEqual(
        new Map([
          [beside, 'open'],
          [other, 'reversed'],
        ] as const),
      );
      for (const id of [beside, other]) await turn(id, 'ended');
      expect(await ledger.conflicting()).toEqual([]);
    });
  });

  describe(`${name}: payments that nobody may make any more`, () => {
    test('are abandoned ones, and those of an address with too many declined cards', async () => {
      const { ledger, purchase, settle } = await ledgerWorld(make);
      const abandoned = await purchase({ createdAt: at(-2 * hourMs) });
      const tested = await purchase({ addressKey: 'tester' });
      await purchase({ addressKey: 'there' });
      await settle(await purchase({ createdAt: at(-2 * hourMs) }), 'paid');
      const surplus = () =>
        ledger.surplus({ openedBefore: at(-hourMs), failedSince: at(-hourMs), limit: 2 });
      for (const eventId of ['evt_1', 'evt_2']) {
        expect(await surplus()).toEqual([abandoned]);
        await ledger.recordFailure({ eventId, addressKey: 'tester', at: at() });
      }

      expect(await surplus()).toEqual([abandoned, tested]);
    });

    test('are forgotten when they are void, or never reached the provider', async () => {
      const { ledger, user, purchase, settle } = await ledgerWorld(make);
      const [paid, voided, open] = [await purchase(), await purchase(), await purchase()];
      await settle(paid, 'paid');
      await settle(voided, 'void');
      const order = { attempt: 'never began', userId: user.id, payer: null, addressKey: 'here' };
      const { id } = await ledger.openPurchase({
        ...order,
        id: Bun.randomUUIDv7(),
        createdAt: at(),
      });
      await ledger.forget(at());
      expect((await ledger.findPurchase(voided))?.state).toBe('void');

      await ledger.forget(at(1));

      expect(await ledger.findPurchase(voided)).toBeNull();
      expect((await ledger.findPurchase(paid))?.state).toBe('paid');
      expect((await ledger.findPurchase(open))?.state).toBe('open');
      expect(await ledger.keepPaymentId(id, 'pi_late')).toBe(false);
      expect(await ledger.findPurchase('pi_late')).toBeNull();
      expect(await ledger.orphans()).toEqual([{ kind: 'payment', id: 'pi_late' }]);
    });

    test('leave their events and declined cards for a while', async () => {
      const { ledger, purchase, settle } = await ledgerWorld(make);
      await settle(await purchase(), 'open', { event: { id: 'evt_1', isFailure: true } });
      const kept = async () => [
        await ledger.failuresSince('here', at(-1)),
        await ledger.hasSeen('evt_1'),
      ];

      await ledger.forget(at(2 * dayMs));
      expect(await kept()).toEqual([1, true]);
      await ledger.forget(at(45 * dayMs));
      expect(await kept()).toEqual([0, true]);
      await ledger.forget(at(45 * dayMs + 1));

      expect(await kept()).toEqual([0, false]);
    });
  });

  describe(`${name}: a deleted account`, () => {
    test('leaves its open payment and its subscriptions to be ended, whatever was last read of them', async () => {
      const { ledger, user, purchase, settle, subscription, turn, removeAccount } =
        await ledgerWorld(make);
      const [open, paid] = [await purchase(), await purchase()];
      await settle(paid, 'paid');
      const ended = await subscription();
      await turn(ended, 'ended');
      const never = await subscription();
      await turn(never, 'void');
      const running = await subscription();
      expect(await ledger.orphans()).toEqual([]);

      await removeAccount(user.id);

      const orphans = new Map((await ledger.orphans()).map(({ id, kind }) => [id, kind]));
      expect(orphans).toEqual(
        new Map([
          [open, 'payment'],
          [ended, 'subscription'],
          [never, 'subscription'],
          [running, 'subscription'],
        ] as const),
      );
      expect(await ledger.findPurchase(paid)).toBeNull();
      for (const id of orphans.keys()) await ledger.forgetOrphan(id);
      expect(await ledger.orphans()).toEqual([]);
    });

    test('does not come back with a payment that it made at the last moment', async () => {
      const { ledger, users, user, purchase, settle, removeAccount } = await ledgerWorld(make);
      const open = await purchase();
      await removeAccount(user.id);

      await settle(open, 'paid', { opening: someOpening(user.email) });

      expect(await users.findByEmail(user.email)).toBeNull();
      expect((await ledger.orphans()).map(({ id }) => id)).toEqual([open]);
    });
  });

  describe(`${name}: maintenance`, () => {
    test('ends the trials that are over, and no paid plan; a clock that was ahead ends none for good', async () => {
      const { ledger, newPerson, purchase, settle, planOf } = await ledgerWorld(make);
      const over = await newPerson({ trialEndsAt: at() });
      const running = await newPerson({ trialEndsAt: at(1) });
      const buyer = await newPerson({ trialEndsAt: at() });
      await settle(await purchase({ userId: buyer.id }), 'paid', { at: at(-dayMs) });

      await ledger.followTrials(at());

      const plans = [await planOf(over), await planOf(running), await planOf(buyer)];
      expect(plans).toEqual(['expired', 'trial', 'lifetime']);

      await ledger.followTrials(at(1200 * dayMs));
      expect(await planOf(running)).toBe('expired');

      await ledger.followTrials(at());
      expect([await planOf(over), await planOf(running)]).toEqual(['expired', 'trial']);
    });

    test('remembers how far the provider was listed', async () => {
      const { ledger } = await ledgerWorld(make);
      expect(await ledger.listedUntil()).toBeNull();

      await ledger.keepListedUntil(at());
      await ledger.keepListedUntil(at(1));

      expect(await ledger.listedUntil()).toEqual(at(1));
    });
  });
}
