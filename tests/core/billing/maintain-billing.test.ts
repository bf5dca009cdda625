import { describe, expect, test } from 'bun:test';
import { maintainBilling } from '#core/billing/maintain-billing';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { Refusal } from '#core/shared/refusal';
import { billingCases, maintenanceOf } from '#tests/support/worlds/billing/billing-cases';
import { visitor } from '#tests/support/worlds/accounts/account-world';
import { purchaseWorld } from '#tests/support/worlds/billing/purchase-world';

const aboutSubscription = (id: string) => ({
  id: `event of ${id}`,
  isFailure: false,
  about: { kind: 'subscription' as const, id },
});

async function person({ nowMs = Date.UTC(2026, 5, 1) } = {}) {
  const world = purchaseWorld();
  world.time.nowMs = nowMs;
  const { user } = await world.somebody();
  const { stripe, follow } = world;
  const followed = (id: string) => follow({ kind: 'payment', id }, null);
  const statusOf = (id: string) => stripe.payments.get(id)?.status;
  /** Begins a payment for lifetime access; a second one is begun in another browser. */
  const begin = async (buyer: string) => {
    const payer = { email: 'other@example.com', firstName: 'Ada', lastName: 'Byron', buyer };
    return (await world.buyNewAccount(payer, visitor)).paymentId;
  };
  const subscribe = async () => {
    const { paymentId } = await world.subscribe(user, visitor);
    stripe.pay(paymentId);
    await followed(paymentId);
    const [id = ''] = stripe.subscriptions.keys();
    const status = () => stripe.subscriptions.get(id)?.status;
    return { id, paymentId, status };
  };
  return {
    ...world,
    user,
    begin,
    subscribe,
    followed,
    statusOf,
    plan: () => world.planOf(user.id),
  };
}

describe('[plan-follows-payments] payments that are corrected', () => {
  test('lifetime access that was paid twice is refunded once', async () => {
    const { begin, followed, stripe, maintenance, users, planOf } = await person();
    const [first, second] = [await begin('one'), await begin('two')];
    for (const id of [first, second]) {
      stripe.pay(id);
      await followed(id);
    }
    const owner = (await users.findByEmail('other@example.com'))?.user.id ?? '';
    const reversals = () => [first, second].map((id) => stripe.payments.get(id)?.reversal);

    await maintenance.correct();
    expect(reversals()).toEqual(['none', 'refunded']);
    await maintenance.correct();

    expect(reversals()).toEqual(['none', 'refunded']);
    expect(planOf(owner)).toBe('lifetime');
  });

  test('a subscription beside lifetime access ends', async () => {
    const { user, buyLifetime, subscribe, followed, stripe, maintenance, plan } = await person();
    const { status } = await subscribe();
    const { paymentId } = await buyLifetime(user, visitor);
    stripe.pay(paymentId);
    await followed(paymentId);

    await maintenance.correct();

    expect([status(), plan()]).toEqual(['ended', 'lifetime']);
  });

  test('a subscription whose last payment was taken back ends', async () => {
    const { subscribe, follow, stripe, maintenance, plan, time } = await person();
    const { id, status } = await subscribe();
    time.nowMs += 31 * dayMs;
    stripe.turnSubscription(id, { reversal: 'disputed' });
    await follow({ kind: 'subscription', id }, null);

    await maintenance.correct();

    expect([status(), plan()]).toEqual(['ended', 'canceled']);
  });

  test('nothing is touched where nobody pays twice', async () => {
    const { subscribe, maintenance, plan } = await person();
    const { status } = await subscribe();

    await maintenance.correct();

    expect([status(), plan()]).toEqual(['active', 'active']);
  });
});

describe('payments that nobody should make any more', () => {
  test('are made void after a day, and forgotten a day later', async () => {
    const { begin, maintenance, statusOf, ledger, time } = await person();
    const id = await begin('one');
    time.nowMs += dayMs;
    await maintenance.clear();
    expect(statusOf(id)).toBe('open');

    time.nowMs += 1;
    await maintenance.clear();

    expect(statusOf(id)).toBe('void');
    expect((await ledger.findPurchase(id))?.state).toBe('void');
    time.nowMs += dayMs + 1;
    await maintenance.clear();
    expect(await ledger.findPurchase(id)).toBeNull();
  });

  test('[card-testing] are made void where too many cards were declined', async () => {
    const { begin, maintenance, statusOf, follow, time } = await person();
    const id = await begin('one');
    const declined = (n: number) =>
      follow({ kind: 'payment', id }, { id: `event ${n}`, isFailure: true });
    for (let n = 0; n < 4; n += 1) await declined(n);
    await maintenance.clear();
    expect(statusOf(id)).toBe('open');

    await declined(4);
    time.nowMs += minuteMs;
    await maintenance.clear();

    expect(statusOf(id)).toBe('void');
  });

  test('stay paid when they were paid in the meantime', async () => {
    const { begin, maintenance, statusOf, stripe, ledger, time } = await person();
    const id = await begin('one');
    time.nowMs += dayMs + 1;
    stripe.pay(id);

    await maintenance.clear();

    expect(statusOf(id)).toBe('paid');
    expect((await ledger.findPurchase(id))?.state).toBe('paid');
  });
});

describe('what a deleted account leaves at the provider', () => {
  test('is ended: its subscription, and its open payment', async () => {
    const { user, users, buyLifetime, subscribe, statusOf, maintenance, ledger } = await person();
    const { status } = await subscribe();
    const { paymentId } = await buyLifetime(user, visitor);
    users.remove(user.id);

    await maintenance.clear();

    expect([status(), statusOf(paymentId)]).toEqual(['ended', 'void']);
    expect(await ledger.orphans()).toEqual([]);
  });

  test.each(['buyLifetime', 'subscribe'] as const)(
    'is ended when the account is deleted while the provider opens it (%s)',
    async (buy) => {
      const { user, users, stripe, maintenance } = await person();
      const leave = <T>(opened: T) => (users.remove(user.id), opened);
      const cases = billingCases({
        ...maintenance.ports,
        payments: {
          ...stripe.provider,
          openPayment: async (order) => leave(await stripe.provider.openPayment(order)),
          openSubscription: async (order) => leave(await stripe.provider.openSubscription(order)),
        },
      });

      await expect(cases[buy](user, visitor)).rejects.toMatchObject({ code: 'conflict' });
      await maintenance.clear();

      const single = stripe.payments.values().filter((one) => one.subscriptionId === null);
      const opened = [...single, ...stripe.subscriptions.values()];
      const open = opened.filter(({ status }) => status === 'open');
      expect([opened.length > 0, open.length]).toEqual([true, 0]);
    },
  );

  test('is given back when it was paid at the last moment', async () => {
    const { user, users, buyLifetime, stripe, maintenance } = await person();
    const { paymentId } = await buyLifetime(user, visitor);
    users.remove(user.id);
    stripe.pay(paymentId);

    await maintenance.clear();

    expect(stripe.payments.get(paymentId)).toMatchObject({ status: 'paid', reversal: 'refunded' });
    expect(await maintenance.ports.ledger.orphans()).toEqual([]);
  });

  test('is given back when it was still processed, once it is paid', async () => {
    const { user, users, buyLifetime, stripe, maintenance } = await person();
    const { paymentId } = await buyLifetime(user, visitor);
    stripe.turn(paymentId, { status: 'processing' });
    users.remove(user.id);

    await maintenance.clear();
    stripe.pay(paymentId);
    await maintenance.clear();

    expect(stripe.payments.get(paymentId)).toMatchObject({ status: 'paid', reversal: 'refunded' });
    expect(await maintenance.ports.ledger.orphans()).toEqual([]);
  });
});

describe('[paid-by-webhook] events that were missed', () => {
  test('have their effect once the provider lists them, and once only', async () => {
    const { user, buyLifetime, stripe, maintenance, plan, ledger } = await person();
    const { paymentId } = await buyLifetime(user, visitor);
    stripe.pay(paymentId);
    expect(plan()).toBe('trial');

    await maintenance.list();
    expect(plan()).toBe('lifetime');
    const readings = await ledger.nextReading();
    await maintenance.list();

    expect(await ledger.nextReading()).toBe(readings + 1);
  });

  test('have their effect although an earlier one fails, which is tried again', async () => {
    const { user, buyLifetime, stripe, maintenance, plan, ledger } = await person();
    const { paymentId } = await buyLifetime(user, visitor);
    stripe.events.push({ at: new Date(), event: aboutSubscription('broken') });
    stripe.pay(paymentId);
    const findSubscription = (id: string) =>
      id === 'broken' ? Promise.reject(new Error('broken')) : ledger.findSubscription(id);
    const broken = { ...ledger, findSubscription };

    await expect(maintenanceOf({ ...maintenance.ports, ledger: broken }).list()).rejects.toThrow(
      'broken',
    );
    expect([plan(), await ledger.listedUntil()]).toEqual(['lifetime', null]);
    await maintenance.list();

    expect(await ledger.listedUntil()).not.toBeNull();
  });

  test('that failed are listed again after a minute', async () => {
    const { maintenance, time } = await person();
    let listed = 0;
    const eventsSince = () => {
      listed += 1;
      throw new Error('broken');
    };
    const run = maintainBilling(
      { ...maintenance.ports, payments: { ...maintenance.ports.payments, eventsSince } },
      [],
    );

    await expect(run()).rejects.toThrow('broken');
    time.nowMs += minuteMs - 1;
    await run();
    time.nowMs += 1;
    await expect(run()).rejects.toThrow('broken');

    expect(listed).toBe(2);
  });

  test('are not tried one after the other while the provider is away', async () => {
    const { stripe, maintenance } = await person();
    for (const id of ['one', 'two'])
      stripe.events.push({ at: new Date(), event: aboutSubscription(id) });
    const tried: string[] = [];
    const findSubscription = async (id: string) => {
      tried.push(id);
      throw new Refusal('unavailable', 'The provider is away');
    };
    const ledger = { ...maintenance.ports.ledger, findSubscription };

    await expect(maintenanceOf({ ...maintenance.ports, ledger }).list()).rejects.toThrow('away');

    expect(tried).toEqual(['one']);
  });

  test('are listed from 30 days ago at first, then from an hour before the last listing', async () => {
    const { maintenance, time } = await person();
    const since: number[] = [];
    const eventsSince = (at: Date) => {
      since.push(time.nowMs - at.getTime());
      return maintenance.ports.payments.eventsSince(at);
    };
    const payments = { ...maintenance.ports.payments, eventsSince };
    const list = maintainBilling({ ...maintenance.ports, payments }, []);

    await list();
    time.nowMs += 10 * minuteMs - 1;
    await list();
    time.nowMs += 1;
    await list();

    expect(since).toEqual([30 * dayMs + hourMs, 10 * minuteMs + hourMs]);
  });
});

describe('[trial-end] a trial', () => {
  test('is 30 × 24 hours, over a change of the clocks too, and ends the plan by itself', async () => {
    const { maintenance, plan, time } = await person({ nowMs: Date.parse('2026-03-20T10:00:00Z') });
    const endMs = Date.parse('2026-04-19T10:00:00Z');
    time.nowMs = endMs - 1;
    await maintenance.followTrials();
    const before = plan();

    time.nowMs = endMs;
    await maintenance.followTrials();

    expect([before, plan()]).toEqual(['trial', 'expired']);
  });
});

describe('all maintenance', () => {
  test('runs each task although another one fails, and then throws the first failure', async () => {
    const { user, maintenance, plan, time } = await person();
    const ran: string[] = [];
    const conflicting = () => Promise.reject(new Error('the first failure'));
    const ledger = { ...maintenance.ports.ledger, conflicting };
    const run = maintainBilling({ ...maintenance.ports, ledger }, [
      () => Promise.reject(new Error('a second one')),
      async () => void ran.push('more'),
    ]);
    time.nowMs = user.trialEndsAt.getTime();

    await expect(run()).rejects.toThrow('the first failure');

    expect([ran, plan()]).toEqual([['more'], 'expired']);
    expect(await ledger.listedUntil()).toEqual(new Date(time.nowMs));
  });
});
