import { afterAll, expect, test } from 'bun:test';
import { createLink, editLink } from '#core/links/create-and-edit';
import { linkTests } from '#core/split-tests/tests';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { firstPage, splitUrls, splitWorld } from '#tests/support/worlds/links/split-world';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

const world = splitWorld(database.sql, events);
const [originalUrl] = splitUrls;
const split = { originalUrl, splitTestEnabled: true, splitTestUrls: [...splitUrls] };

/** A link of a new account, with functions that change it and read the names of its first test. */
async function named(input: Partial<Parameters<typeof createLink>[2]>) {
  const owner = await world.somebody();
  const { link } = await createLink(world.ports.links, owner, { originalUrl, ...input });
  const edit = (change: Parameters<typeof editLink>[2]['input']) =>
    editLink(world.ports.links, owner, { linkId: link.id, input: change });
  const names = async () => {
    const { items } = await linkTests(
      world.ports,
      { userId: owner.id, linkId: link.id },
      firstPage,
    );
    return items[0]?.destinations.map(({ name }) => name);
  };
  return { owner, link, edit, names };
}

test('a new link names the destinations of its split test, also with a tag that is new', async () => {
  const one = await named({ ...split, splitTestNames: ['Photo', ''] });
  const other = await named({ ...split, splitTestNames: [null, 'Video'], tags: ['Autumn'] });

  expect([await one.names(), await other.names()]).toEqual([
    ['Photo', null],
    [null, 'Video'],
  ]);
});

test('names go with an edit, begin no test, and stay when the test is switched off and on', async () => {
  const { link, edit, names } = await named(split);
  await edit({ splitTestNames: ['Photo', 'Video'] });
  const { link: renamed } = await edit({ splitTestNames: ['Photo'] });

  expect([await names(), renamed.splitVersion]).toEqual([['Photo', 'Video'], link.splitVersion]);
  await edit({ splitTestEnabled: false });
  await edit(split);
  expect(await names()).toEqual(['Photo', 'Video']);
});

test('a link without so many destinations refuses the names', async () => {
  const { edit, names } = await named(split);
  const refused = { code: 'invalid', issues: [{ path: 'splitTestNames' }] };

  await expect(edit({ splitTestNames: ['A', 'B', 'C'] })).rejects.toMatchObject({
    ...refused,
    message: 'The split test has 2 destinations',
  });
  await expect(edit({ splitTestEnabled: false, splitTestNames: ['A'] })).rejects.toMatchObject({
    ...refused,
    message: 'Only the destinations of a split test have names',
  });
  await expect(named({ splitTestNames: ['A'] })).rejects.toMatchObject(refused);
  expect(await names()).toEqual([null, null]);
});
