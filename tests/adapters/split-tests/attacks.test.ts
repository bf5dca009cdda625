import { afterAll, afterEach, expect, test } from 'bun:test';
import { clickhouseArchive } from '#adapters/clickhouse/events/archive';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { foldExpiredMonths } from '#core/clicks/fold-expired-months';
import { variantAt } from '#core/redirect/split-test';
import type { SplitEvents } from '#core/split-tests/ports';
import { changeTest } from '#core/split-tests/tests';
import { dayMs, minuteMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import {
  daysOfVisits,
  firstDayMs,
  newTest,
  splitUrls,
  type Visiting,
} from '#tests/support/worlds/links/split-world';

const [database, events, archived] = await Promise.all([
  testDatabase(schema),
  testEventStore(),
  testEventStore(),
]);
afterAll(() => Promise.all([database.drop(), events.drop(), archived.drop()]));

// A run judges the tests of everybody.
afterEach(async () => {
  await database.sql`DELETE FROM links`;
});

type World = Awaited<ReturnType<typeof newTest>>;
const newWorld = () => newTest(database.sql, events);

/** The test's sentence after the judgement of a day. */
async function judgedOn(world: World, day: number): Promise<string> {
  world.atDay(day);
  await world.judge();
  const { sentence } = await world.running();
  return `${sentence.lead} ${sentence.rest}`;
}

/** All judgements of the test, as they are stored. */
async function judgements({ running }: World): Promise<readonly object[]> {
  const { id } = await running();
  const rows = await database.sql<{ judgement: object }[]>`
    SELECT judgement FROM split_judgements WHERE test_id = ${id} ORDER BY day`;
  return rows.map(({ judgement }) => judgement);
}

const noticesOf = async ({ owner }: World) => {
  const rows = await database.sql<{ kind: string }[]>`
    SELECT kind FROM notices WHERE user_id = ${owner.id}`;
  return rows.map(({ kind }) => kind);
};

/** Orders of `link`'s visits that were stored with a conversion of their own: the same click, other keys. */
const moreOrders = (
  { client }: typeof events,
  linkId: string,
  change: { readonly variant: number; readonly copies: number; readonly set: string },
) =>
  client.command({
    query: `INSERT INTO conversions
      SELECT * REPLACE (${change.set}) FROM conversions FINAL
      ARRAY JOIN range({copies:UInt8}) AS copy
      WHERE link_id = {linkId:UUID} AND variant = {variant:UInt8}`,
    query_params: { linkId, ...change },
  });

test('[split-tests] buyers who order ten times do not win, however much they bring', async () => {
  const world = await newWorld();
  await world.visit(world.link, daysOfVisits(60, [5, 5], { until: 20 }));
  await moreOrders(events, world.link.id, {
    variant: 2,
    copies: 9,
    set: `concat('o:', toString(copy), conversion_key) AS conversion_key, generateUUIDv4() AS id`,
  });

  const sentence = await judgedOn(world, 20);

  const { destinations, verdict, counted } = await world.running();
  expect(destinations).toMatchObject([
    { convertingVisits: 100, conversions: 100 },
    { convertingVisits: 100, conversions: 1000 },
  ]);
  expect(counted).toEqual({ visits: 2 * 60 * 13, convertingVisits: 2 * 5 * 13 });
  expect(verdict).toBeNull();
  expect(sentence).toBe(
    'No winner yet, and none in sight: the difference so far is no larger than chance.',
  );
});

/** Equal pages. People of B order twelve days later than those of A: what a day knows of them. */
const slowBuyers = (today: number) =>
  daysOfVisits(60, [5, 5], { until: today }).map((visit): Visiting => {
    if (visit.destination === 0 || visit.convertsAfter === undefined) return visit;
    const { convertsAfter: _, ...unconverted } = visit;
    return visit.day + 12 <= today ? { ...visit, convertsAfter: 12 } : unconverted;
  });

test.each([
  [
    8,
    'Too early to judge: the first result comes on Nov 17, when visits have had 7 days to convert.',
  ],
  [11, 'B has not reported one conversion. Check that its page reports them.'],
  [
    14,
    'Too early to judge: the first result comes on Dec 1, when visits have had 14 days to convert.',
  ],
  [30, 'No winner yet, and none in sight: the difference so far is no larger than chance.'],
  [45, 'No winner yet, and none in sight: the difference so far is no larger than chance.'],
])(
  '[split-tests] buyers of one page who take longer do not lose on day %i',
  async (day, sentence) => {
    const world = await newWorld();
    await world.visit(world.link, slowBuyers(day));

    expect(await judgedOn(world, day)).toBe(sentence);
    expect((await world.running()).verdict).toBeNull();
  },
);

test('[split-tests] other shares in the middle of a test make no winner, whatever the days were like', async () => {
  const world = await newWorld();
  // Both convert 5 % of their visits, and 20 % in a sale in which B gets nine times as many.
  await world.visit(world.link, daysOfVisits(100, [5, 5], { until: 10 }));
  world.atDay(9);
  await changeTest(world.ports, world.owner, {
    ...(await world.named()),
    input: { mode: 'fixed', slots: [2, 18] },
  });
  const inSale = (destination: number, count: number) =>
    daysOfVisits(count, [count / 5], { from: 10, until: 30 }).map((visit) => ({
      ...visit,
      destination,
    }));
  await world.visit(world.link, [...inSale(0, 20), ...inSale(1, 180)]);

  expect(await judgedOn(world, 30)).toBe(
    'No winner yet, and none in sight: the difference so far is no larger than chance.',
  );
  expect((await world.running()).destinations).toMatchObject([
    { visits: 1400, convertingVisits: 130 },
    { visits: 4600, convertingVisits: 770 },
  ]);
});

test('[split-tests] refunds take no conversion back, and a page whose orders are given back earns nothing', async () => {
  const [world, money] = [await newWorld(), await newWorld()];
  await changeTest(money.ports, money.owner, {
    ...(await money.named()),
    input: { goal: 'revenue' },
  });
  const visits = daysOfVisits(100, [3, 9], { until: 40 });
  const refunds = {
    variant: 2,
    copies: 1,
    set: `concat('r:', conversion_key) AS conversion_key, -value_cents AS value_cents,
      generateUUIDv4() AS id`,
  };
  await world.visit(world.link, visits);
  await moreOrders(events, world.link.id, refunds);
  await money.visit({ ...money.link, splitVersion: 2 }, visits);
  expect(await judgedOn(money, 30)).toBe('B wins. It earns more per visit than A.');
  const unpaid = await newWorld();
  await changeTest(unpaid.ports, unpaid.owner, {
    ...(await unpaid.named()),
    input: { goal: 'revenue' },
  });
  await unpaid.visit({ ...unpaid.link, splitVersion: 2 }, visits);
  await moreOrders(events, unpaid.link.id, refunds);

  expect(await judgedOn(world, 30)).toMatch(/^B wins\. It converts about \d+% better than A/);
  expect(await judgedOn(unpaid, 30)).toBe('A wins. It earns more per visit than B.');
  const { destinations } = await world.running();
  expect(destinations).toMatchObject([
    { convertingVisits: 120, conversions: 120, revenue: 120_000 },
    { convertingVisits: 360, conversions: 360, revenue: 0 },
  ]);
});

/** Before each person a mail scanner that is taken for a person opens the link, in the test's turns. */
function scannersFirst({ link }: World, isShuffled: boolean): Visiting[] {
  const day = new Date(firstDayMs).toISOString().slice(0, 10);
  const routed = {
    id: link.id,
    splitVersion: link.splitVersion,
    destinations: [...splitUrls],
    rotation: { isShuffled, shares: [{ fromDay: day, slots: [1, 1] }] },
  };
  let position = 0;
  const next = () => {
    position += 1;
    return variantAt(routed, position, firstDayMs) - 1;
  };
  return Array.from({ length: 20 }, (_, of) =>
    Array.from({ length: 100 }, (__, at): Visiting[] => [
      { day: of, destination: next(), device: 'unknown' },
      {
        day: of,
        destination: next(),
        device: at % 2 === 0 ? 'mobile' : 'desktop',
        referrer: 'news.example',
        ...(at % 12 === 0 && { convertsAfter: 0.01 }),
      },
    ]).flat(),
  ).flat();
}

test('[split-tests] a scanner before each person makes no winner: strict turns alarm, shuffled ones mix', async () => {
  const [strict, shuffled] = [await newWorld(), await newWorld()];
  await strict.visit(strict.link, scannersFirst(strict, false));
  await shuffled.visit(shuffled.link, scannersFirst(shuffled, true));

  expect(await judgedOn(strict, 20)).toBe(
    'Do not trust this test yet: the destinations did not get the same kind of visitors. They differ most in visits without a referrer.',
  );
  expect((await strict.running()).destinations).toMatchObject([
    { visits: 2000, convertingVisits: 0 },
    { visits: 2000, convertingVisits: 180 },
  ]);
  expect(await judgedOn(shuffled, 20)).toMatch(/^(?:No winner|They convert alike)/);
  expect(await noticesOf(strict)).toEqual(['split_test_alarm']);
});

test('[split-tests] recognized bots and prefetches change nothing', async () => {
  const [clean, crowded] = [await newWorld(), await newWorld()];
  const visits = daysOfVisits(60, [3, 4], { until: 20 });
  await clean.visit(clean.link, visits);
  await crowded.visit(crowded.link, visits);
  const bots = visits.map(({ day }, at): Visiting => ({
    day,
    destination: 0,
    class: at % 3 === 0 ? 'prefetch' : 'bot',
  }));
  await crowded.visit(crowded.link, bots);

  expect(await judgedOn(crowded, 20)).toBe(await judgedOn(clean, 20));
  expect(await judgements(crowded)).toEqual([...(await judgements(clean))]);
});

test('[split-tests] a run that is late, by days or by hours, judges as punctual ones', async () => {
  const visits = daysOfVisits(100, [3, 5], { until: 15 });
  const visited = async () => {
    await database.sql`DELETE FROM links`;
    const world = await newWorld();
    await world.visit(world.link, visits);
    return world;
  };

  const punctual = await visited();
  for (let day = 1; day < 15; day += 1) await judgedOn(punctual, day);
  const sentence = await judgedOn(punctual, 15);
  const last = (await judgements(punctual)).at(-1);
  expect(await judgements(punctual)).toHaveLength(15);
  expect(sentence).toMatch(/^No winner yet\. B leads;/);

  const late = await visited();
  await judgedOn(late, 1);
  expect(await judgedOn(late, 15)).toBe(sentence);
  expect(await judgements(late)).toHaveLength(2);
  expect((await judgements(late)).at(-1)).toEqual(last ?? {});

  // The day's own visits and orders have come when the job runs at last.
  const evening = await visited();
  await evening.visit(evening.link, daysOfVisits(100, [0, 30], { from: 15, until: 16 }));
  evening.time.nowMs = firstDayMs + 16 * dayMs - 60_000;
  await evening.judge();
  expect((await judgements(evening)).at(-1)).toEqual(last ?? {});
});

test('[split-tests] two instances that judge at the same time store one judgement and tell the owner once', async () => {
  const world = await newWorld();
  await world.visit(world.link, daysOfVisits(100, [2, 9], { until: 20 }));
  world.atDay(20);

  await Promise.all([world.judge(), world.judge()]);
  await world.judge();

  expect(await judgements(world)).toHaveLength(1);
  expect(await noticesOf(world)).toEqual(['split_test_winner']);
  expect((await world.running()).sentence.lead).toBe('B wins.');
});

test('[split-tests] each instance may have a round that is not whole, and no more visits may be missing', async () => {
  const world = await newWorld();
  await world.visit(world.link, daysOfVisits(60, [2, 2], { until: 20 }).slice(0, -2));
  world.atDay(20);
  await world.judge({ instancesSince: async () => 2 });
  expect((await world.running()).state).toBe('undecided');

  expect(await judgedOn(world, 21)).toBe(
    'Do not trust this test yet: visits were lost or counted twice, so that the destinations differ by more than their turns.',
  );
});

test('[split-tests] another order of the same pages begins at zero, and the earlier test keeps its verdict', async () => {
  const world = await newWorld();
  await world.visit(world.link, daysOfVisits(100, [2, 9], { until: 20 }));
  expect(await judgedOn(world, 20)).toMatch(/^B wins\./);
  const before = await world.running();

  await world.editLink(world.owner, world.link.id, { splitTestUrls: splitUrls.toReversed() });

  expect(await judgedOn(world, 21)).toMatch(/^Too early to judge: the first result comes on /);
  const [begun, past] = await world.tests();
  expect(begun).toMatchObject({
    verdict: null,
    destinations: [
      { url: splitUrls[1], visits: 0, convertingVisits: 0 },
      { url: splitUrls[0], visits: 0, convertingVisits: 0 },
    ],
  });
  expect(past).toMatchObject({
    id: before.id,
    isRunning: false,
    verdict: before.verdict,
    sentence: before.sentence,
  });
});

test('[split-tests] a link that is erased while it is judged gets no judgement, and the next test gets its own', async () => {
  const [doomed, kept] = [await newWorld(), await newWorld()];
  for (const world of [doomed, kept]) {
    await world.visit(world.link, daysOfVisits(100, [2, 9], { until: 20 }));
  }
  const { id: testId } = await doomed.running();
  const deletes: Pick<SplitEvents, 'days'> = {
    async days(counted) {
      const found = await doomed.ports.events.days(counted);
      if (counted.linkId === doomed.link.id) {
        await database.sql`DELETE FROM links WHERE id = ${doomed.link.id}`;
      }
      return found;
    },
  };
  doomed.atDay(20);
  await doomed.judge({ events: { ...doomed.ports.events, ...deletes } });
  await clickhouseEvents(events.client).erase([
    { userId: doomed.owner.id, linkId: doomed.link.id },
  ]);

  await expect(doomed.running()).rejects.toMatchObject({ code: 'not_found' });
  expect(await noticesOf(doomed)).toEqual([]);
  const left = await database.sql`
    SELECT 1 FROM split_judgements WHERE test_id = ${testId}
    UNION ALL SELECT 1 FROM split_tests WHERE id = ${testId}`;
  expect([...left]).toEqual([]);
  const counted = { ...doomed.link, linkId: doomed.link.id, version: 1, goal: 'sale' } as const;
  const test = { ...counted, currency: 'USD', beganAt: new Date(firstDayMs) } as const;
  expect(await doomed.ports.events.days(test)).toEqual([]);
  kept.atDay(20);
  expect((await kept.running()).sentence.lead).toBe('B wins.');
});

test('[split-tests] numbers and judgements stay when the month of the clicks is archived', async () => {
  const world = await newTest(database.sql, archived);
  await world.visit(world.link, daysOfVisits(100, [2, 9], { until: 20 }));
  const sentence = await judgedOn(world, 20);
  const before = await world.running();
  expect(sentence).toMatch(/^B wins\./);
  const archiving = {
    clock: { now: () => firstDayMs + 900 * dayMs },
    newId: () => Bun.randomUUIDv7(),
    archive: clickhouseArchive(archived.client),
    log: memoryLog(),
  };

  const shownNow = async () => {
    const { destinations, verdict, sentence: said } = await world.running();
    return { destinations, verdict, said };
  };
  const expected = {
    destinations: before.destinations,
    verdict: before.verdict,
    said: before.sentence,
  };
  let steps = 0;
  while (await foldExpiredMonths(archiving, 25)) {
    steps += 1;
    expect(await shownNow()).toEqual(expected);
  }
  expect(steps).toBeGreaterThan(3);
  const left = await archived.client.query({
    query: 'SELECT count() AS clicks FROM clicks',
    format: 'JSONEachRow',
  });
  expect(await left.json<{ clicks: number }>()).toEqual([{ clicks: 0 }]);
  expect(await judgedOn(world, 21)).toBe(sentence);
  expect((await world.running()).verdict).toEqual(before.verdict);
  // Nothing of the verdict came from what was stored before.
  await database.sql`DELETE FROM split_judgements`;
  await database.sql`UPDATE split_tests SET verdict = NULL, window_days = NULL`;
  expect(await judgedOn(world, 20)).toBe(sentence);
  expect((await world.running()).verdict).toEqual(before.verdict);
});

test('a test that cannot be judged stops no other one', async () => {
  const [one, other] = [await newTest(database.sql, events), await newTest(database.sql, events)];
  other.atDay(2);
  const { days } = other.ports.events;
  const failing = (linkId: string) => ({
    ...other.ports.events,
    days: (test: Parameters<typeof days>[0]) =>
      test.linkId === linkId ? Promise.reject(new Error('failed')) : days(test),
  });

  const judgements = async (test: typeof one) => {
    const { id } = await test.running();
    return (await database.sql`SELECT FROM split_judgements WHERE test_id = ${id}`).length;
  };
  const judge = (failed: typeof one) =>
    other.judge({ events: failing(failed.link.id) }).catch(String);

  expect(await judge(one)).toBe('Error: failed');
  expect([await judgements(one), await judgements(other)]).toEqual([0, 1]);
  other.atDay(3);
  expect(await judge(other)).toBe('Error: failed');
  expect([await judgements(one), await judgements(other)]).toEqual([1, 1]);
});

test('a test whose automatic shares cannot be planned stops no other one', async () => {
  const worlds = [await newWorld(), await newWorld()] as const;
  for (const { ports, owner, named } of worlds) {
    await changeTest(ports, owner, { ...(await named()), input: { mode: 'automatic' } });
  }
  const [{ ports, time, planShares }] = worlds;
  time.nowMs = firstDayMs + 2 * dayMs - minuteMs;
  const unplanned = () => ports.tests.withoutShares(firstDayMs / dayMs + 2, 50);
  const [first, second] = await unplanned();
  const days: typeof ports.events.days = (test) =>
    test.linkId === first?.linkId ? Promise.reject(new Error('failed')) : ports.events.days(test);

  await expect(planShares({ events: { ...ports.events, days } })).rejects.toThrow('failed');

  expect(second).toBeDefined();
  expect((await unplanned()).map(({ id }) => id)).toEqual([first?.id ?? '']);
});
