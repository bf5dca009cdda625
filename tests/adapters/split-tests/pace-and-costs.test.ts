import { afterAll, expect, test } from 'bun:test';
import type { NewCost } from '#contract/analytics/costs';
import { dayText } from '#core/split-tests/counts';
import { splitPlan } from '#core/split-tests/pace';
import { dayMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { daysOfVisits, firstDayMs, newTest } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

const firstDay = firstDayMs / dayMs;
const url = 'https://shop.example/a';

const newWorld = () => newTest(database.sql, events);

const days = (count: number, converting: readonly number[], until: number) =>
  daysOfVisits(count, converting, { until });

test('before the first conversion, and before a test, the pace of the link says what it takes', async () => {
  const world = await newWorld();
  const plan = (goal?: 'sale' | 'lead') =>
    splitPlan(world.ports, world.owner.id, { linkId: world.link.id, goal });
  world.atDay(10);
  expect(await plan()).toBeNull();
  expect((await world.running()).planned).toBeNull();

  await world.visit(world.link, days(50, [0, 0], 10));
  expect(await plan()).toBeNull();

  // Another link of the account converts 5 % of its visits.
  const { link: other } = await world.createLink(world.owner, { originalUrl: url });
  await world.visit(other, days(100, [5], 2));
  const pace = { visitsPerDay: expect.closeTo(100, 0), rate: 0.05, rateOf: 'account' } as const;
  expect((await world.running()).planned).toEqual({
    ...pace,
    twentyPercent: 30_000,
    fiftyPercent: 6000,
  });
  expect(await plan()).toMatchObject({
    ...pace,
    plans: [
      { destinations: 2, twentyPercent: 30_000 },
      { destinations: 3, twentyPercent: 60_000 },
      { destinations: 4, twentyPercent: 90_000 },
    ],
  });
  expect(await plan('lead')).toBeNull();

  // The link's own rate is nearer, and the test's is the nearest.
  const later = { from: 10, until: 11 };
  await world.visit({ ...world.link, splitVersion: 9 }, daysOfVisits(50, [10, 0], later));
  world.atDay(11);
  expect(await plan()).toMatchObject({ rate: 10 / 1100, rateOf: 'link' });
  await world.visit(world.link, daysOfVisits(50, [1, 0], later));
  expect((await world.running()).planned).toMatchObject({ rate: 1 / 1100, rateOf: 'test' });

  world.atDay(60);
  expect(await plan()).toBeNull();
  const stranger = await world.somebody();
  const asked = splitPlan(world.ports, stranger.id, { linkId: world.link.id });
  await expect(asked).rejects.toMatchObject({ code: 'not_found' });
});

test('[rows-reconcile] destinations and visits outside the test share the link’s cost to the cent', async () => {
  const world = await newWorld();
  const { costs } = world.ports.analytics;
  const add = (cost: Partial<NewCost>) =>
    costs.add(world.owner.id, {
      linkId: world.link.id,
      campaign: null,
      kind: 'per_day',
      amount: 1001,
      currency: 'USD',
      firstDay: dayText(firstDay),
      lastDay: dayText(firstDay),
      note: '',
      ...cost,
    });
  expect((await world.running()).costs).toEqual([]);
  await world.visit(world.link, [
    { day: 0, destination: 0, convertsAfter: 0.01 },
    { day: 0, destination: 0 },
    { day: 0, destination: 1 },
  ]);
  await world.visit({ ...world.link, splitVersion: 9 }, [{ day: 0, destination: 0 }]);
  await add({});
  await add({ kind: 'per_click', amount: 25, currency: 'EUR', lastDay: null });
  const { link: other } = await world.createLink(world.owner, { originalUrl: url });
  await add({ linkId: other.id, currency: 'GBP' });
  // Before the test.
  await add({ firstDay: dayText(firstDay - 3), lastDay: dayText(firstDay - 1), currency: 'CAD' });

  const shown = (await world.running()).costs;

  expect(shown.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD']);
  const inCurrency = (code: string) => {
    const found = shown.find(({ currency }) => currency === code);
    if (found === undefined) throw new Error(`No costs in ${code}`);
    return [...found.destinations, found.notAssigned];
  };
  const cents = (code: string) => inCurrency(code).map(({ cost }) => cost);
  expect(cents('USD')).toEqual([501, 250, 250]);
  expect(cents('EUR')).toEqual([50, 25, 25]);
  expect(inCurrency('USD')[0]).toMatchObject({
    revenue: 1000,
    roi: ((1000 - 501) / 501) * 100,
    earningsPerClick: 500,
  });
  expect(inCurrency('EUR')[0]).toMatchObject({ revenue: 0, roi: -100, earningsPerClick: 0 });
});

test('a cost that cannot be divided is null for each destination, and says why', async () => {
  const world = await newWorld();
  await world.visit(world.link, days(2, [1, 1], 1), 'autumn');
  await world.ports.analytics.costs.add(world.owner.id, {
    linkId: null,
    campaign: 'autumn',
    kind: 'per_day',
    amount: 1000,
    currency: 'USD',
    firstDay: dayText(firstDay),
    lastDay: null,
    note: '',
  });

  const [shown] = (await world.running()).costs;

  expect(shown?.destinations).toMatchObject([{ cost: null }, { cost: null }]);
  expect(shown?.notAssigned.reason).toStartWith('A campaign with a cost per day or in total');
});
