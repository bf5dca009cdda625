import { describe, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import { someMail } from '#tests/support/builders/mails';
import { at, ledgerWorld, someOpening, type LedgerUnderTest } from './ledger-under-test.ts';

const payer = { email: 'Grace@Example.com', firstName: 'Grace', lastName: 'Hopper' };

/** What a ledger promises of payments for lifetime access. */
export function purchasesContract(name: string, make: () => Promise<LedgerUnderTest>): void {
  describe(`${name}: purchases`, () => {
    test('of one attempt one purchase is open, with the newest payer and the first account', async () => {
      const { ledger, user } = await ledgerWorld(make);
      const order = { attempt: 'one', userId: user.id, addressKey: 'here', createdAt: at() };
      const open = (firstName: string, userId: string | null = user.id) => {
        const person = { ...payer, firstName };
        return ledger.openPurchase({ ...order, id: Bun.randomUUIDv7(), userId, payer: person });
      };

      const opened = await Promise.all(['A', 'B', 'C'].map((first) => open(first)));
      const last = await open('Augusta', null);

      expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
      expect(last).toMatchObject({
        id: opened[0]?.id,
        userId: user.id,
        payer: { ...payer, firstName: 'Augusta' },
        state: 'open',
        paymentId: null,
        awaitsPassword: false,
      });
    });

    test('a purchase keeps its first payment and is found by it', async () => {
      const { ledger, user } = await ledgerWorld(make);
      const id = Bun.randomUUIDv7();
      const order = { attempt: 'one', userId: user.id, payer, addressKey: 'here', createdAt: at() };
      await ledger.openPurchase({ ...order, id });

      const stored = [];
      for (const paymentId of ['pi_first', 'pi_first', 'pi_second'])
        stored.push(await ledger.keepPaymentId(id, paymentId));

      expect(stored).toEqual([true, true, false]);
      expect(await ledger.orphans()).toEqual([{ kind: 'payment', id: 'pi_second' }]);
      const kept = { id, paymentId: 'pi_first', userId: user.id, payer, awaitsPassword: false };
      expect(await ledger.findPurchase('pi_first')).toMatchObject({ ...kept, state: 'open' });
      expect(await ledger.findPurchase('pi_second')).toBeNull();
    });

    test('an attempt that goes on after a day is not forgotten while its payment is opened', async () => {
      const { ledger, user } = await ledgerWorld(make);
      const order = { attempt: 'one', userId: user.id, payer, addressKey: 'here' };
      const open = (createdAt: Date) =>
        ledger.openPurchase({ ...order, id: Bun.randomUUIDv7(), createdAt });
      await open(at());
      const { id } = await open(at(2 * dayMs));

      await ledger.forget(at(dayMs));

      expect(await ledger.keepPaymentId(id, 'pi_1')).toBe(true);
    });

    test('an attempt begins anew once its purchase can not be paid any more', async () => {
      const { purchase, settle, ledger } = await ledgerWorld(make);
      const first = await purchase({ attempt: 'one' });
      await settle(first, 'void');

      const next = await purchase({ attempt: 'one' });

      expect((await ledger.findPurchase(first))?.state).toBe('void');
      expect((await ledger.findPurchase(next))?.state).toBe('open');
    });

    test('the plan follows the newest reading', async () => {
      const { ledger, purchase, settle, planOf } = await ledgerWorld(make);
      const paymentId = await purchase();
      const early = await ledger.nextReading();
      await settle(paymentId, 'paid');
      expect(await planOf()).toBe('lifetime');

      await settle(paymentId, 'void', { reading: early });
      expect(await planOf()).toBe('lifetime');
      await settle(paymentId, 'refunded', { at: at(31 * dayMs) });

      expect(await planOf()).toBe('canceled');
    });

    test('an event has its effect once', async () => {
      const { ledger, purchase, settle, planOf } = await ledgerWorld(make);
      const paymentId = await purchase();
      const event = { id: 'evt_1', isFailure: false };
      expect(await ledger.hasSeen(event.id)).toBe(false);

      await settle(paymentId, 'paid', { event });
      await settle(paymentId, 'refunded', { event });

      expect(await planOf()).toBe('lifetime');
      expect(await ledger.hasSeen(event.id)).toBe(true);
    });

    test('news of a payment that is not ours change nothing', async () => {
      const { ledger, settle, planOf } = await ledgerWorld(make);

      await settle('pi_foreign', 'paid', { event: { id: 'evt_1', isFailure: true } });

      expect(await planOf()).toBe('trial');
      expect(await ledger.hasSeen('evt_1')).toBe(false);
    });
  });

  describe(`${name}: a paid purchase of somebody without an account`, () => {
    async function paid(email?: string) {
      const world = await ledgerWorld(make);
      const opening = someOpening(email ?? undefined);
      const paymentId = await world.purchase({ userId: null, payer });
      await world.settle(paymentId, 'paid', { opening });
      const purchaseId = (await world.ledger.findPurchase(paymentId))?.id ?? '';
      const claim = { purchaseId, passwordHash: 'chosen', at: at() };
      return { ...world, opening, paymentId, claim };
    }

    test('opens it once, without a password and with a link that sets one', async () => {
      const { ledger, users, resets, settle, mailed, paymentId, opening } = await paid();
      await settle(paymentId, 'paid', { opening: someOpening() });

      const found = await users.findByEmail(opening.user.email);
      expect(found?.user).toMatchObject({ id: opening.user.id, subscriptionStatus: 'lifetime' });
      expect(found?.passwordHash).toBeNull();
      expect((await resets.find(opening.reset.tokenDigest, at()))?.id).toBe(opening.user.id);
      expect(await mailed()).toEqual([opening.welcome.eventKey]);
      expect(await ledger.findPurchase(paymentId)).toMatchObject({
        userId: opening.user.id,
        awaitsPassword: true,
      });
    });

    test('gives the browser the first password once, and ends the mailed link', async () => {
      const { ledger, users, resets, opening, claim } = await paid();

      expect((await ledger.claimAccount(claim))?.id).toBe(opening.user.id);

      expect(await ledger.claimAccount({ ...claim, passwordHash: 'other' })).toBeNull();
      expect((await users.findByEmail(opening.user.email))?.passwordHash).toBe('chosen');
      expect(await resets.find(opening.reset.tokenDigest, at())).toBeNull();
    });

    test('gives the browser nothing once the mailed link was used', async () => {
      const { ledger, users, resets, opening, claim } = await paid();
      const { tokenDigest } = opening.reset;
      await resets.use({ tokenDigest, passwordHash: 'by mail', at: at(), mail: someMail() });

      expect(await ledger.claimAccount(claim)).toBeNull();
      expect((await users.findByEmail(opening.user.email))?.passwordHash).toBe('by mail');
    });

    test('goes to the account that the address has by then', async () => {
      const { ledger, purchase, settle, planOf, mailed, user } = await ledgerWorld(make);
      const opening = someOpening(user.email.toUpperCase());
      const paymentId = await purchase({ userId: null, payer });

      await settle(paymentId, 'paid', { opening });

      const kept = await ledger.findPurchase(paymentId);
      expect(kept).toMatchObject({ userId: user.id, awaitsPassword: false });
      expect(await planOf()).toBe('lifetime');
      expect(await mailed()).toEqual([opening.added.eventKey]);
      const claim = { purchaseId: kept?.id ?? '', passwordHash: 'chosen', at: at() };
      expect(await ledger.claimAccount(claim)).toBeNull();
    });
  });
}
