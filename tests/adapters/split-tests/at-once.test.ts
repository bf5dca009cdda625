// What happens to a test while it is read by another request, or by a job.
import { afterAll, expect, test } from 'bun:test';
import { changeTest, endTest, linkTest, resumeTest } from '#core/split-tests/tests';
import { hourMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { newTest, splitUrls } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

async function newWorld() {
  const world = await newTest(database.sql, events);
  const which = await world.named();
  const stored = async () => {
    const found = await world.ports.tests.find(which.userId, which.testId);
    if (found === null) throw new Error('The test is gone');
    return found;
  };
  return { ...world, which, stored };
}

/** Returns what waits until it was called twice. */
function twice(): () => Promise<undefined> {
  let calls = 0;
  const both = Promise.withResolvers<undefined>();
  return () => {
    calls += 1;
    if (calls === 2) both.resolve(undefined);
    return both.promise;
  };
}

/** The ports, where two ends, or two new beginnings, have both read the test before the store has one. */
function together({ ports }: Awaited<ReturnType<typeof newWorld>>): typeof ports {
  const { tests } = ports;
  const both = twice();
  return {
    ...ports,
    tests: {
      ...tests,
      end: (...args) => both().then(() => tests.end(...args)),
      beginAnew: (...args) => both().then(() => tests.beginAnew(...args)),
    },
  };
}

/** Waits for all, and returns why calls were refused. */
async function refusals(calls: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  const ends = await Promise.allSettled(calls);
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
}

test('[split-tests] of two ends at once one counts, and the link can have its own address back', async () => {
  const world = await newWorld();
  const { owner, which, ports, links } = world;
  const both = together(world);
  const endAtB = () => endTest(both, owner, { ...which, destination: 'B' });

  const ends = await Promise.all([endAtB(), endAtB()]);
  expect(ends[0]).toMatchObject({ id: which.testId, isRunning: false, sentTo: 'B' });
  expect(ends[1]).toEqual(ends[0]);

  await resumeTest(ports, owner, which);
  expect(await links.find(owner.id, which.linkId)).toMatchObject({
    originalUrl: splitUrls[0],
    splitTestEnabled: true,
  });
});

test('[split-tests] of two ends at once with different destinations one is refused', async () => {
  const world = await newWorld();
  const both = together(world);
  const endAt = (destination: 'A' | 'B') =>
    endTest(both, world.owner, { ...world.which, destination });

  expect(await refusals([endAt('A'), endAt('B')])).toMatchObject([{ code: 'conflict' }]);
});

test('[split-tests] of two changes at once that begin a new test one is refused', async () => {
  const world = await newWorld();
  const both = together(world);
  const change = (input: object) => changeTest(both, world.owner, { ...world.which, input });

  const refused = await refusals([change({ goal: 'signup' }), change({ isSticky: true })]);

  expect(refused).toMatchObject([{ code: 'conflict' }]);
  expect((await world.tests()).map(({ isRunning }) => isRunning)).toEqual([true, false]);
});

test('[split-tests] a change of a test that has just ended is refused, and nothing of it is stored', async () => {
  const { owner, which, ports, stored } = await newWorld();
  const change: typeof ports.tests.change = async (...args) => {
    await endTest(ports, owner, { ...which, destination: 'A' });
    return ports.tests.change(...args);
  };
  const late = { ...ports, tests: { ...ports.tests, change } };
  const asked = (input: object) => changeTest(late, owner, { ...which, input });
  const before = await stored();

  await expect(asked({ windowDays: 14 })).rejects.toMatchObject({ code: 'conflict' });

  expect(await stored()).toMatchObject({ window: before.window, shares: before.shares });
  // Its destinations may still be named.
  expect(await asked({ names: ['One', 'Two'] })).toMatchObject({
    destinations: [{ name: 'One' }, { name: 'Two' }],
  });
});

test('[split-tests] an end sends everybody to an address as it was corrected a moment before', async () => {
  const { owner, which, ports, editLink, links } = await newWorld();
  const end: typeof ports.tests.end = async (...args) => {
    await editLink(owner, which.linkId, {
      splitTestUrls: [splitUrls[0], 'https://shop.example/corrected'],
      splitTestContinues: true,
    });
    return ports.tests.end(...args);
  };

  await endTest({ ...ports, tests: { ...ports.tests, end } }, owner, {
    ...which,
    destination: 'B',
  });

  const link = await links.find(owner.id, which.linkId);
  expect(link?.originalUrl).toBe('https://shop.example/corrected');
});

test('[split-tests] a plan for the next day gives way to shares that the owner chose meanwhile', async () => {
  const { owner, which, ports, atDay, time, planShares, stored } = await newWorld();
  await changeTest(ports, owner, { ...which, input: { mode: 'automatic' } });
  atDay(2);
  time.nowMs += 23 * hourMs;
  const plan: typeof ports.tests.plan = async (...args) => {
    await changeTest(ports, owner, { ...which, input: { mode: 'fixed', slots: [15, 5] } });
    await ports.tests.plan(...args);
  };

  await planShares({ tests: { ...ports.tests, plan } });

  const { mode, shares } = await stored();
  expect(mode).toBe('fixed');
  expect(shares.at(-1)).toMatchObject({ slots: [15, 5], isAutomatic: false });
});

test('[split-tests] a judgement with another time to convert than the owner chose meanwhile is not stored', async () => {
  const { owner, which, ports, atDay, judge, stored } = await newWorld();
  atDay(3);
  const judged: typeof ports.tests.judged = async (...args) => {
    await changeTest(ports, owner, { ...which, input: { windowDays: 3 } });
    await ports.tests.judged(...args);
  };

  await judge({ tests: { ...ports.tests, judged } });
  expect(await stored()).toMatchObject({ window: 3, lastJudgement: null });

  await judge();
  expect((await stored()).lastJudgement).toMatchObject({ window: 3 });
});

test('[split-tests] the time to convert stays as it is when the first judgement comes before its change', async () => {
  const { owner, which, ports, atDay, judge, stored } = await newWorld();
  atDay(3);
  const change: typeof ports.tests.change = async (...args) => {
    await judge();
    return ports.tests.change(...args);
  };
  const late = { ...ports, tests: { ...ports.tests, change } };

  const changed = changeTest(late, owner, { ...which, input: { windowDays: 3 } });

  await expect(changed).rejects.toMatchObject({
    code: 'invalid',
    issues: [{ path: 'windowDays' }],
  });
  const { window, lastJudgement } = await stored();
  expect(window).toBe(lastJudgement?.window ?? null);
  // The same time to convert beside another change is none.
  const input = { windowDays: window ?? 7, endsOn: null };
  expect(await changeTest(ports, owner, { ...which, input })).toMatchObject({ isRunning: true });
});

test('[split-tests] a test is not resumed over a change of its link', async () => {
  const { owner, which, ports, editLink, links } = await newWorld();
  await endTest(ports, owner, { ...which, destination: 'B' });
  const find: typeof ports.links.links.find = async (...args) => {
    const found = await ports.links.links.find(...args);
    await editLink(owner, which.linkId, { originalUrl: 'https://shop.example/mine' });
    return found;
  };
  const late = { ...ports, links: { ...ports.links, links: { ...ports.links.links, find } } };

  await expect(resumeTest(late, owner, which)).rejects.toMatchObject({ code: 'conflict' });

  expect(await links.find(owner.id, which.linkId)).toMatchObject({
    originalUrl: 'https://shop.example/mine',
    splitTestEnabled: false,
  });
  expect(await linkTest(ports, which)).toMatchObject({ isRunning: false });
});
