import { afterAll, expect, test } from 'bun:test';
import type { SplitTestChanges } from '#contract/split-tests/split-tests';
import { dayText } from '#core/split-tests/counts';
import {
  accountTests,
  changeTest,
  endTest,
  linkTest,
  resumeTest,
  testResults,
} from '#core/split-tests/tests';
import { dayMs } from '#core/shared/time';
import { appUrl } from '#tests/support/calls';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import {
  daysOfVisits,
  firstDayMs,
  firstPage,
  newTest,
  splitUrls,
  type Visiting,
} from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

const firstDay = firstDayMs / dayMs;
const urls = [...splitUrls];

const newWorld = () => newTest(database.sql, events);

const days = (count: number, converting: readonly number[], until: number) =>
  daysOfVisits(count, converting, { until });

const inWords = ({ sentence }: { sentence: { lead: string; rest: string } }) =>
  `${sentence.lead} ${sentence.rest}`;

test('a link with destinations has a test, which waits for its first judgement', async () => {
  const { running } = await newWorld();

  expect(await running()).toMatchObject({
    isRunning: true,
    goal: 'sale',
    mode: 'even',
    state: 'waiting',
    destinations: [
      { letter: 'A', name: null, url: urls[0], slots: 1, visits: 0 },
      { letter: 'B', name: null, url: urls[1], slots: 1, visits: 0 },
    ],
  });
});

test('[split-tests] judges a test once a day by its settled days, names a winner, and tells its owner once', async () => {
  const world = await newWorld();
  await world.visit(world.link, days(100, [2, 9], 20));

  world.atDay(3);
  await world.judge();
  expect(await world.running()).toMatchObject({ state: 'early', windowDays: 7 });

  world.atDay(20);
  await world.judge();
  await world.judge();
  const won = await world.running();

  // Window 7: days 0 to 12 are settled at the beginning of day 20.
  expect(won).toMatchObject({
    state: 'winner',
    verdict: { letter: 'B', visits: [1300, 1300], convertingVisits: [26, 117] },
    counted: { visits: 2600, convertingVisits: 143 },
    destinations: [
      { visits: 2000, convertingVisits: 40, revenue: 40_000 },
      { visits: 2000, convertingVisits: 180, revenue: 180_000, state: 'wins' },
    ],
  });
  // 220 of 4,000 visits converted in 20 days.
  expect(won.planned).toEqual({
    visitsPerDay: expect.closeTo(4000 / 20.02, 0),
    rate: 0.055,
    rateOf: 'test',
    twentyPercent: 30_000,
    fiftyPercent: 5000,
  });
  expect(inWords(won)).toMatch(/^B wins\. It converts about \d+% better than A, at least \d+%\.$/);
  expect(won.evidence.map(({ day }) => day)).toEqual([
    dayText(firstDay + 3),
    dayText(firstDay + 20),
  ]);
  const notices = await database.sql`
    SELECT kind, count FROM notices WHERE user_id = ${world.owner.id}`;
  expect([...notices]).toEqual([{ kind: 'split_test_winner', count: 2 }]);
  expect((await accountTests(world.ports, world.owner.id, firstPage)).items).toMatchObject([
    { state: 'winner', winner: 'B', isRunning: true, destinations: 2 },
  ]);
});

test('[split-tests] a winner is mailed to an owner who takes mails, once, in the words of the page', async () => {
  const [reader, without] = [await newWorld(), await newWorld()];
  const ids = [reader.owner.id, without.owner.id];
  await database.sql`UPDATE users SET verified = true WHERE id IN ${database.sql(ids)}`;
  await database.sql`
    INSERT INTO settings (user_id, email_notifications) VALUES (${without.owner.id}, false)`;
  for (const world of [reader, without]) {
    await world.visit(world.link, days(100, [2, 9], 20));
    world.atDay(20);
  }

  await reader.judge();
  await without.judge();
  await reader.judge();
  const mails = await mailsIn(database.sql, reader.time.nowMs);

  const won = inWords(await reader.running());
  expect(won).toMatch(/^B wins\. It converts about \d+% better than A, at least \d+%\.$/);
  expect(await without.running()).toMatchObject({ state: 'winner' });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [`${reader.owner.id}@example.com`, 'Split test: B wins'],
  ]);
  expect(mails[0]?.text.split('\n\n').slice(0, 5)).toEqual([
    'Hello Ada,',
    `The split test of go.example/${reader.link.shortCode}: ${won}`,
    `A: ${urls[0]}`,
    `B: ${urls[1]}`,
    `View the test:\n${appUrl}/links/${reader.link.id}`,
  ]);
});

test('[split-tests] counts a visit once however many orders it brings, and no refund, manual or removed one', async () => {
  const world = await newWorld();
  const clickId = Bun.randomUUIDv7('hex', firstDayMs + 1000);
  await world.visit(world.link, days(3, [1, 0], 1));
  const order = {
    userId: world.owner.id,
    linkId: world.link.id,
    version: 1,
    removed: false,
    atMs: firstDayMs + 2000,
    valueCents: 500,
    profitCents: 0,
    currency: 'USD',
    splitVersion: 1,
    variant: 2,
    clickId,
    clickedAtMs: firstDayMs + 1000,
  };
  await events.store({
    conversions: [
      { ...order, key: 'o:1' },
      { ...order, key: 'o:2' },
      { ...order, key: 'r:o:1', valueCents: -200 },
      { ...order, key: 'o:3', clickId: Bun.randomUUIDv7(), source: 'manual' },
      { ...order, key: 'o:4', clickId: Bun.randomUUIDv7(), removed: true },
      { ...order, key: 'o:5', clickId: Bun.randomUUIDv7(), eventType: 'lead' },
      { ...order, key: 'o:6', variant: 0, splitVersion: 0, currency: 'EUR' },
    ],
  });

  const [a, b] = (await world.running()).destinations;
  const { notAssigned } = await world.running();

  expect(a).toMatchObject({ visits: 3, convertingVisits: 1, conversions: 1, revenue: 1000 });
  // Two orders, the manual one and the lead are conversions; one visit converted.
  expect(b).toMatchObject({ visits: 3, convertingVisits: 1, conversions: 4, revenue: 1800 });
  expect(notAssigned).toMatchObject({
    conversions: 1,
    revenue: 0,
    otherCurrencies: [{ currency: 'EUR', revenue: 500 }],
  });
});

test('[split-tests] a conversion is within a window up to its last moment, and not after it', async () => {
  const world = await newWorld();
  const minute = 1 / 1440;
  const delays = [1 - minute, 1 + minute, 3 + minute, 7 - minute, 14 + minute, 30 + minute];
  const visits = delays.map((convertsAfter): Visiting => ({
    day: 0,
    destination: 1,
    convertsAfter,
  }));
  await world.visit(world.link, visits);
  const test = await world.ports.tests.find(world.owner.id, (await world.running()).id);
  if (test === null) throw new Error('The link has no test');

  const counted = await world.ports.events.days(test);

  expect(counted).toEqual([
    { day: firstDay, destination: 1, visits: 6, received: 6, within: [1, 2, 4, 4, 5], inferred: 0 },
  ]);
});

test('[split-tests] late conversions of one side raise the window, and no verdict comes from them', async () => {
  const world = await newWorld();
  const late = days(60, [6, 0], 25);
  const slow = late.map((visit, at): Visiting =>
    visit.destination === 1 && at % 10 === 0 ? { ...visit, convertsAfter: 9 } : visit,
  );
  await world.visit(world.link, slow);

  world.atDay(13);
  await world.judge();

  expect(await world.running()).toMatchObject({ windowDays: 14, state: 'early', verdict: null });
});

test('a list of links gets the result of the running test, else of the last one', async () => {
  const world = await newWorld();
  const { id: untested } = (
    await world.createLink(world.owner, { originalUrl: 'https://shop.example/' })
  ).link;
  await world.visit(world.link, days(100, [2, 9], 20));
  world.atDay(20);
  await world.judge();
  const results = async (userId = world.owner.id) => {
    const found = await testResults(world.ports.tests, userId, [world.link.id, untested]);
    return Object.fromEntries(found);
  };
  const named = { [world.link.id]: expect.stringMatching(/^B wins\. It converts about /) };

  expect(await results()).toEqual(named);
  await world.editLink(world.owner, world.link.id, { splitTestEnabled: false });
  expect(await results()).toEqual(named);
  await world.editLink(world.owner, world.link.id, {
    splitTestEnabled: true,
    splitTestUrls: urls.toReversed(),
  });

  expect(await results()).toEqual({
    [world.link.id]: 'Not judged yet: the first judgement comes after midnight (UTC).',
  });
  expect(await results((await world.somebody()).id)).toEqual({});
});

test('a destination that does not report is named instead of a winner', async () => {
  const world = await newWorld();
  await world.visit(world.link, days(50, [4, 0], 20));

  world.atDay(16);
  await world.judge();

  expect(inWords(await world.running())).toBe(
    'B has not reported one conversion. Check that its page reports them.',
  );
  const notices = await database.sql`
    SELECT kind, count FROM notices WHERE user_id = ${world.owner.id}`;
  expect([...notices]).toEqual([{ kind: 'split_test_alarm', count: 2 }]);
});

test('[split-tests] lost visits forbid a verdict', async () => {
  const world = await newWorld();
  const visits = days(50, [1, 9], 20);
  await world.visit(world.link, visits.slice(0, -3));

  world.atDay(20);
  await world.judge();

  expect(await world.running()).toMatchObject({ state: 'untrusted', verdict: null });
});

test('[split-tests] visitors of another kind on one side forbid a verdict', async () => {
  const world = await newWorld();
  const visits = days(60, [1, 9], 20).map((visit): Visiting => ({
    ...visit,
    device: visit.destination === 0 ? 'mobile' : 'tablet',
  }));
  await world.visit(world.link, visits);

  world.atDay(20);
  await world.judge();

  const { state, sentence, composition } = await world.running();
  expect(state).toBe('untrusted');
  expect(sentence.rest).toContain('They differ most in mobile visits.');
  const of = [1200, 1200];
  expect(composition?.[0]).toEqual({ category: 'mobile', visits: [1200, 0], of });
  expect(composition).toContainEqual({ category: 'desktop', visits: [0, 0], of });
  expect(composition).toContainEqual({ category: 'country', visits: [1200, 1200], of });
  expect(composition).toHaveLength(5);
});

test('an edit takes the verdict back, and says so', async () => {
  const world = await newWorld();
  await world.visit(world.link, days(100, [2, 7], 20));
  world.atDay(20);
  await world.judge();
  expect((await world.running()).state).toBe('winner');

  await events.client.command({
    query: `INSERT INTO conversions SELECT * REPLACE (true AS removed, version + 1 AS version)
      FROM conversions FINAL WHERE link_id = {link:UUID} AND variant = 2`,
    query_params: { link: world.link.id },
  });
  world.atDay(21);
  await world.judge();

  const after = await world.running();
  expect(after.verdict).toBeNull();
  expect(after.sentence.rest).toContain('The earlier verdict is withdrawn');
});

test('a correction continues the test with its numbers, and another list begins a new one', async () => {
  const world = await newWorld();
  await world.visit(world.link, days(5, [1, 2], 2));
  const before = await world.running();

  const corrected = ['https://shop.example/a', 'https://shop.example/b?utm_source=mail'];
  world.atDay(2);
  await world.editLink(world.owner, world.link.id, {
    splitTestUrls: corrected,
    splitTestContinues: true,
  });
  const continued = await world.running();
  expect(continued.id).toBe(before.id);
  expect(continued.destinations[1]).toMatchObject({
    url: corrected[1],
    visits: 10,
    addresses: [{ url: urls[1] }, { url: corrected[1] }],
  });

  await world.editLink(world.owner, world.link.id, { splitTestUrls: urls });
  const [begun, past] = await world.tests();
  expect(begun).toMatchObject({ isRunning: true, destinations: [{ visits: 0 }, { visits: 0 }] });
  expect(past).toMatchObject({
    id: before.id,
    isRunning: false,
    destinations: [{ visits: 10 }, {}],
  });
});

test('another goal begins a new test, and names and shares change the running one', async () => {
  const world = await newWorld();
  const named = await world.named();

  const renamed = await changeTest(world.ports, world.owner, {
    ...named,
    input: {
      names: ['Photo', 'Video'],
      mode: 'fixed',
      slots: [5, 15],
      isShuffled: true,
    },
  });
  expect(renamed).toMatchObject({
    id: named.testId,
    mode: 'fixed',
    isShuffled: true,
    destinations: [
      { name: 'Photo', slots: 1, slotsTomorrow: 5 },
      { name: 'Video', slots: 1, slotsTomorrow: 15 },
    ],
  });
  world.atDay(1);
  expect((await world.running()).destinations).toMatchObject([{ slots: 5 }, { slots: 15 }]);

  const other = await changeTest(world.ports, world.owner, { ...named, input: { goal: 'lead' } });
  expect(other).toMatchObject({
    goal: 'lead',
    mode: 'even',
    destinations: [{ name: 'Photo' }, {}],
  });
  expect(other.id).not.toBe(named.testId);
});

test('keeping people with their destination begins a new test and stays on for another goal', async () => {
  const world = await newWorld();
  const named = await world.named();
  await world.visit(world.link, days(5, [1, 2], 2));
  const rotation = async () =>
    (await world.links.find(world.owner.id, world.link.id))?.splitRotation ?? null;
  const change = async (input: SplitTestChanges) =>
    changeTest(world.ports, world.owner, { ...(await world.named()), input });
  expect((await change({ isSticky: false })).id).toBe(named.testId);
  expect(await rotation()).toBeNull();

  const sticky = await change({ isSticky: true, names: ['Photo', 'Video'] });
  const shares = [{ fromDay: expect.any(String), slots: [1, 1] }];
  expect(sticky).toMatchObject({ isSticky: true, state: 'no_verdict', isRunning: true });
  expect(sticky.destinations).toMatchObject([{ name: 'Photo', visits: 0 }, { visits: 0 }]);
  expect(sticky.id).not.toBe(named.testId);
  expect(await rotation()).toEqual({ isShuffled: false, isSticky: true, shares });

  const other = await change({ goal: 'lead' });
  expect(other).toMatchObject({
    goal: 'lead',
    isSticky: true,
    destinations: [{ name: 'Photo' }, {}],
  });
  expect(await rotation()).toMatchObject({ isSticky: true });

  const { linkId, testId } = await world.named();
  await endTest(world.ports, world.owner, { linkId, testId, destination: 'B' });
  await resumeTest(world.ports, world.owner, { linkId, testId });
  expect(await rotation()).toMatchObject({ isSticky: true });

  expect(await change({ isSticky: false })).toMatchObject({ isSticky: false, state: 'waiting' });
  expect(await rotation()).toBeNull();
});

test('a sticky test shows its numbers, and neither a winner nor an alarm of uneven counts', async () => {
  const world = await newWorld();
  const begun = await changeTest(world.ports, world.owner, {
    ...(await world.named()),
    input: { isSticky: true },
  });
  const visits = days(100, [2, 30], 20).filter(
    (visit, at) => visit.destination === 0 || at % 2 === 0,
  );
  await world.visit({ ...world.link, splitVersion: 2 }, visits);

  world.atDay(20);
  await world.judge();

  const judged = await world.running();
  expect(judged).toMatchObject({
    id: begun.id,
    state: 'no_verdict',
    verdict: null,
    // Window 1: days 0 to 18 are settled at the beginning of day 20.
    counted: { visits: 2850 },
    destinations: [
      { visits: 2000, state: null, fromLeader: null },
      { visits: 1000, state: null, fromLeader: null },
    ],
  });
  expect(judged.sentence.lead).toBe('No verdict for this test:');
  expect(judged.evidence.at(-1)?.levels).toEqual([0, 0]);
  expect((await accountTests(world.ports, world.owner.id, firstPage)).items).toMatchObject([
    { state: 'no_verdict', winner: null },
    { isRunning: false },
  ]);
  const notices = await database.sql`SELECT 1 FROM notices WHERE user_id = ${world.owner.id}`;
  expect([...notices]).toEqual([]);
});

test('a sticky test has no automatic shares', async () => {
  const world = await newWorld();
  const change = async (input: SplitTestChanges) =>
    changeTest(world.ports, world.owner, { ...(await world.named()), input });
  const refused = { code: 'invalid', issues: [{ path: 'mode' }] };

  await expect(change({ isSticky: true, mode: 'automatic' })).rejects.toMatchObject(refused);
  await change({ mode: 'automatic' });
  await expect(change({ isSticky: true })).rejects.toMatchObject(refused);
  await change({ isSticky: true, mode: 'even' });
  await expect(change({ mode: 'automatic' })).rejects.toMatchObject(refused);
  const independent = await change({ isSticky: false, mode: 'automatic' });

  expect(independent).toMatchObject({ isSticky: false, mode: 'automatic' });
});

test.each([
  ['slots of another number', { mode: 'fixed', slots: [20] }],
  ['one destination alone', { mode: 'fixed', slots: [20, 0] }],
  ['slots of even shares', { mode: 'even', slots: [10, 10] }],
  ['a shorter window', { windowDays: 1 }],
  ['a last day that is over', { endsOn: '2026-11-02' }],
] satisfies [string, SplitTestChanges][])('refuses %s', async (_, input) => {
  const world = await newWorld();
  world.atDay(8);
  await world.judge();
  const named = await world.named();

  const changed = changeTest(world.ports, world.owner, { ...named, input });

  await expect(changed).rejects.toMatchObject({ code: 'invalid' });
});

test('a new test of another goal may have another time to convert, also after a judgement', async () => {
  const world = await newWorld();
  world.atDay(8);
  await world.judge();
  const named = await world.named();

  const input = { goal: 'lead', windowDays: 14 } as const;
  const begun = await changeTest(world.ports, world.owner, { ...named, input });

  expect(begun).toMatchObject({ goal: 'lead', windowDays: 14, judgedOn: null });
});

test('plans automatic shares in the last hour of a day, where conversions are', async () => {
  const world = await newWorld();
  await changeTest(world.ports, world.owner, {
    ...(await world.named()),
    input: { mode: 'automatic' },
  });
  await world.visit(world.link, days(200, [2, 60], 1));
  world.atDay(1);
  await world.planShares();
  expect((await world.running()).destinations).toMatchObject([{ slots: 10 }, { slots: 10 }]);

  world.time.nowMs = firstDayMs + 2 * dayMs - 60_000;
  await world.planShares();
  world.atDay(2);

  expect((await world.running()).destinations).toMatchObject([{ slots: 2 }, { slots: 18 }]);
  expect((await world.running()).sentence.rest).toEndWith('(UTC).');
});

test('another account has no such test', async () => {
  const world = await newWorld();
  const named = await world.named();
  const stranger = await world.somebody();

  const asked = linkTest(world.ports, { ...named, userId: stranger.id });

  await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  const changed = await world.ports.tests.change(
    { id: named.testId, userId: stranger.id },
    { names: ['Mine', null] },
  );
  expect(changed).toBe(false);
});

test('switching the shuffle cuts a round, which is no loss of visits', async () => {
  const world = await newWorld();
  world.atDay(3);
  const input = { isShuffled: true };
  await changeTest(world.ports, world.owner, { ...(await world.named()), input });

  const stored = await world.ports.tests.find(world.owner.id, (await world.running()).id);

  expect(stored?.shares).toEqual([
    { fromDay: firstDay, slots: [1, 1], isAutomatic: false },
    { fromDay: firstDay + 4, slots: [1, 1], isAutomatic: false },
  ]);
});
