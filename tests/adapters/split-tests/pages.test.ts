import { afterAll, expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { splitTestRoutes } from '#adapters/http/split-tests';
import { testEventStore } from '#tests/support/builders/events';
import { somebody } from '#tests/support/builders/people';
import { appUrl, memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { newTest } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

/** A link with a running test and `past` earlier ones, and its owner, who calls. */
async function newWorld(past: number) {
  const world = await newTest(database.sql, events);
  const { people, session } = peopleByCookie();
  const routes = mounted({ session }, splitTestRoutes(world.ports, heavyAnswers()));
  const app = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(routes);
  const ask = signIn({ app, people }, somebody(world.owner.id));
  const ids = [(await world.running()).id];
  for (let n = 0; n < past; n += 1) {
    await world.ports.tests.beginAnew({ id: ids[0] ?? '', userId: world.owner.id }, {});
    const { items } = await world.ports.tests.ofLink(world.owner.id, world.link.id, newest);
    ids.unshift(items[0]?.id ?? '');
  }
  const read = async (path: string) => (await ask(path)).json();
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  return { ...world, ids, ask, read, idsOf, ofLink: `/api/v1/links/${world.link.id}/split-tests` };
}

const newest = { limit: 1, from: null };

test('past tests stay readable: each by its id, and all of them in pages', async () => {
  const { ids, ask, read, idsOf, ofLink } = await newWorld(51);

  const oldest = await read(`${ofLink}/${ids.at(-1)}`);
  const elsewhere = await ask(`/api/v1/links/${Bun.randomUUIDv7()}/split-tests/${ids[0]}`);

  expect(oldest).toMatchObject({ id: ids.at(-1), isRunning: false });
  expect(elsewhere.status).toBe(404);
  for (const list of [ofLink, '/api/v1/split-tests']) {
    const first = await read(`${list}?limit=30`);
    const second = await read(`${list}?limit=30&cursor=${first.nextCursor}`);
    const back = await read(`${list}?limit=30&cursor=${second.previousCursor}`);

    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect([first.data[0].isRunning, first.data[1].isRunning]).toEqual([true, false]);
    expect([first.previousCursor, second.nextCursor]).toEqual([null, null]);
    expect(idsOf(back)).toEqual(idsOf(first));
  }
  expect((await read(ofLink)).count).toBe(52);
  expect((await read(ofLink)).data).toHaveLength(50);
});

test('a cursor of another list of tests, and one that is made up, is refused', async () => {
  const [one, other] = [await newWorld(1), await newWorld(1)];
  const { nextCursor } = await one.read(`${one.ofLink}?limit=1`);

  for (const [path, cursor] of [
    [other.ofLink, nextCursor],
    ['/api/v1/split-tests', nextCursor],
    [other.ofLink, 'x'],
  ]) {
    const refused = await other.read(`${path}?cursor=${cursor}`);
    expect([refused.status, refused.code]).toEqual([422, 'cursor_mismatch']);
  }
});
