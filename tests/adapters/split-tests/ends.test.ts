// How split tests end: by their owner's choice, and after their last day.
import { afterAll, expect, test } from 'bun:test';
import { ownChanges } from '#core/redirect/route-link';
import { linkIndex } from '#core/redirect/link-index';
import { dayText } from '#core/split-tests/counts';
import { changeTest, endTest, resumeTest } from '#core/split-tests/tests';
import { dayMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { firstDayMs, newTest, splitUrls } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

const firstDay = firstDayMs / dayMs;
const urls = [...splitUrls];

/** A test whose link redirects by an index in memory, as an instance does. */
async function newWorld() {
  const world = await newTest(database.sql, events);
  const index = linkIndex(() => false);
  const cache = ownChanges(index);
  for (const named of world.cached.values()) cache.put(named);
  const ports = { ...world.ports, links: { ...world.ports.links, cache } };
  return { ...world, ports, routed: () => index.find(world.link.shortCode) };
}

/** The link and its test as they are stored, and as the link redirects. */
async function stateOf({
  links,
  owner,
  link,
  running,
  routed,
}: Awaited<ReturnType<typeof newWorld>>) {
  return {
    link: await links.find(owner.id, link.id),
    test: await running(),
    routed: structuredClone(routed()),
  };
}

const steps = {
  'its link is changed': { of: 'links', when: "NEW.id = '$1'" },
  'its destination is written down': {
    of: 'split_tests',
    when: "NEW.link_id = '$1' AND NEW.sent_to IS NOT NULL",
  },
};

/** Runs the work while no transaction gets past such a change of the link's row or of its test's row. */
async function stoppedAt(
  { of, when }: (typeof steps)[keyof typeof steps],
  linkId: string,
  work: () => Promise<void>,
): Promise<void> {
  // The triggers of a row run in the order of their names: this one is the last.
  await database.sql.unsafe(`
    CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'stopped here'; END $$;
    CREATE TRIGGER zz_stop_here AFTER UPDATE ON ${of} FOR EACH ROW
      WHEN (${when.replace('$1', linkId)}) EXECUTE FUNCTION stop_here();`);
  try {
    await work();
  } finally {
    await database.sql`DROP FUNCTION stop_here CASCADE`;
  }
}

test('sends everybody to one destination, and takes it back, also when a call is repeated', async () => {
  const world = await newWorld();
  const { linkId, testId } = await world.named();
  const end = (destination: 'A' | 'B') =>
    endTest(world.ports, world.owner, { linkId, testId, destination });
  const resume = () => resumeTest(world.ports, world.owner, { linkId, testId });

  const ended = await end('B');
  const link = await world.links.find(world.owner.id, linkId);
  expect(ended).toMatchObject({ isRunning: false, sentTo: 'B' });
  expect(link).toMatchObject({ originalUrl: urls[1], splitTestEnabled: false });
  expect(await end('B')).toEqual(ended);
  await expect(end('A')).rejects.toMatchObject({ code: 'conflict' });

  const resumed = await resume();
  const again = await world.links.find(world.owner.id, linkId);
  expect(resumed).toMatchObject({ id: testId, isRunning: true, sentTo: null });
  expect(again).toMatchObject({ originalUrl: urls[0], splitTestEnabled: true });
  expect(await resume()).toEqual(resumed);
});

test.each(Object.entries(steps))(
  'an end that fails when %s leaves the link and the test as they were',
  async (_, step) => {
    const world = await newWorld();
    const { linkId, testId } = await world.named();
    const before = await stateOf(world);

    await stoppedAt(step, linkId, async () => {
      const end = endTest(world.ports, world.owner, { linkId, testId, destination: 'B' });
      await expect(end).rejects.toThrow('stopped here');
    });

    expect(await stateOf(world)).toEqual(before);
    expect(before).toMatchObject({
      link: { originalUrl: urls[0], splitTestEnabled: true },
      test: { id: testId, isRunning: true, sentTo: null },
      routed: { originalUrl: urls[0], destinations: urls },
    });
  },
);

test('an ended test and a resumed one redirect at once, without a look into the database', async () => {
  const world = await newWorld();
  const { linkId, testId } = await world.named();

  await endTest(world.ports, world.owner, { linkId, testId, destination: 'B' });
  expect(world.routed()).toMatchObject({ originalUrl: urls[1], destinations: [] });

  await resumeTest(world.ports, world.owner, { linkId, testId });
  expect(world.routed()).toMatchObject({ originalUrl: urls[0], destinations: urls });
});

test('does not take an end back after the link was changed', async () => {
  const world = await newWorld();
  const { linkId, testId } = await world.named();
  await endTest(world.ports, world.owner, { linkId, testId, destination: 'B' });
  await world.editLink(world.owner, linkId, {
    splitTestUrls: [...urls, 'https://shop.example/c'],
    splitTestEnabled: true,
  });

  const resumed = resumeTest(world.ports, world.owner, { linkId, testId });

  await expect(resumed).rejects.toMatchObject({ code: 'conflict' });
});

test('ends a test after its last day', async () => {
  const world = await newWorld();
  const named = await world.named();
  await changeTest(world.ports, world.owner, {
    ...named,
    input: { endsOn: dayText(firstDay + 4) },
  });

  world.atDay(4);
  await world.endOverdue();
  expect((await world.running()).isRunning).toBe(true);
  world.atDay(5);
  await world.endOverdue();

  expect(await world.running()).toMatchObject({ isRunning: false, sentTo: null });
});

test('a test that cannot be ended after its last day stops no other one', async () => {
  const worlds = [await newWorld(), await newWorld()] as const;
  for (const world of worlds) {
    const input = { endsOn: dayText(firstDay + 4) };
    await changeTest(world.ports, world.owner, { ...(await world.named()), input });
    world.atDay(5);
  }
  const [{ ports, endOverdue }] = worlds;
  const [first] = await ports.tests.overdue(firstDay + 5, 50);
  const end: typeof ports.tests.end = (test, ...how) =>
    test.id === first?.id ? Promise.reject(new Error('failed')) : ports.tests.end(test, ...how);

  await expect(endOverdue({ tests: { ...ports.tests, end } })).rejects.toThrow('failed');

  const states = await Promise.all(worlds.map(({ running }) => running()));
  const [failed, other] = states.toSorted((one) => (one.id === first?.id ? -1 : 1));
  expect(failed).toMatchObject({ id: first?.id, isRunning: true });
  expect(other).toMatchObject({ isRunning: false });
});
