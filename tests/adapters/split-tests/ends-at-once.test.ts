import { afterAll, expect, test } from 'bun:test';
import { endTest, resumeTest } from '#core/split-tests/tests';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { newTest, splitUrls } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

test('[split-tests] of two ends at once one counts, and the link can have its own address back', async () => {
  const world = await newTest(database.sql, events);
  const { id: testId } = await world.running();
  const which = { linkId: world.link.id, testId };
  // Both have read the running test before one of them ends it.
  let reads = 0;
  const bothHaveRead = Promise.withResolvers<undefined>();
  const end: typeof world.ports.tests.end = async (...args) => {
    reads += 1;
    if (reads === 2) bothHaveRead.resolve(undefined);
    await bothHaveRead.promise;
    return world.ports.tests.end(...args);
  };
  const ports = { ...world.ports, tests: { ...world.ports.tests, end } };
  const endAtB = () => endTest(ports, world.owner, { ...which, destination: 'B' });

  const ends = await Promise.all([endAtB(), endAtB()]);
  expect(ends[0]).toMatchObject({ id: testId, isRunning: false, sentTo: 'B' });
  expect(ends[1]).toEqual(ends[0]);

  await resumeTest(world.ports, world.owner, which);
  expect(await world.links.find(world.owner.id, world.link.id)).toMatchObject({
    originalUrl: splitUrls[0],
    splitTestEnabled: true,
  });
});

test('[split-tests] of two ends at once with different destinations one is refused', async () => {
  const world = await newTest(database.sql, events);
  const { id: testId } = await world.running();
  const endAt = (destination: 'A' | 'B') =>
    endTest(world.ports, world.owner, { linkId: world.link.id, testId, destination });

  const ends = await Promise.allSettled([endAt('A'), endAt('B')]);

  const refused = ends.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'conflict' } }]);
});
