import { expect, test } from 'bun:test';
import { listLinks } from '#core/links/read-links';
import { nothingYet } from '#core/links/link-totals';
import { linkWorld, owner } from '#tests/support/worlds/links/link-world';

/** 1,001 links of a person; the store returns their ids in two batches. */
async function start() {
  const world = linkWorld();
  const person = owner();
  const links: Parameters<typeof listLinks>[0]['links'] = {
    ...world.ports.links,
    async *idsOf(userId) {
      for await (const ids of world.ports.links.idsOf(userId)) {
        yield ids.slice(0, 1000);
        yield ids.slice(1000);
      }
    },
  };
  const made: string[] = [];
  for (let n = 0; n <= 1000; n += 1) {
    const originalUrl = `https://example.com/${n}`;
    made.push((await world.createLink(person, { originalUrl })).link.id);
    world.time.nowMs += 1;
  }
  return {
    world,
    person,
    oldest: made[0] ?? '',
    list: (userId: string) => listLinks({ links, totals: world.ports.totals }, userId),
  };
}

test('the list is returned in small slices, in order, with the totals queried for a batch of ids at a time', async () => {
  const { world, person, list } = await start();

  const slices = await Array.fromAsync(list(person.id));

  expect(Math.max(...slices.map(({ length }) => length))).toBe(25);
  expect(slices.flat().map(({ link }) => link.originalUrl)).toEqual(
    Array.from({ length: 1001 }, (_, n) => `https://example.com/${1000 - n}`),
  );
  expect(new Set(slices.flat().map(({ totals }) => totals))).toEqual(new Set([nothingYet]));
  expect(world.asked.totals).toBe(2);
});

test('unavailable totals are null up to the end of the list, and queried once', async () => {
  const { world, person, list } = await start();
  world.status.isUp = false;

  const slices = await Array.fromAsync(list(person.id));

  expect(new Set(slices.flat().map(({ totals }) => totals))).toEqual(new Set([null]));
  expect(world.asked.totals).toBe(1);
});

test('a link that is deleted while the list is read is left out', async () => {
  const { world, person, oldest, list } = await start();

  const found: string[] = [];
  for await (const slice of list(person.id)) {
    if (found.length === 0) await world.deleteLink(person.id, oldest);
    found.push(...slice.map(({ link }) => link.originalUrl));
  }

  expect(found).toHaveLength(1000);
  expect(found).not.toContain('https://example.com/0');
});
