import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { PageQuery } from '#core/links/link-filter';
import { everyLink, someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { caseCount } from '#tests/support/extent';

const database = await testDatabase(schema);
afterAll(() => database.drop());
const links = postgresLinks(database.sql);
const userId = await newUser(database.sql);
const strangerId = await newUser(database.sql);
const ids: string[] = [];
for (let count = 0; count < 150; count += 1) {
  const link = someLink(userId, { title: count % 3 === 0 ? 'third' : null });
  ids.push(link.id);
  await links.add(link);
}
const foreign = someLink(strangerId);
await links.add(foreign);

test('pages by a total have every link once and in order, forwards and backwards, for any totals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3, max: 6 }), { minLength: ids.length, maxLength: ids.length }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.constantFrom('', 'third'),
      fc.integer({ min: 5, max: 70 }),
      fc.nat({ max: ids.length }),
      async (totals, order, search, limit, unranked) => {
        const ranked = ids.slice(unranked);
        const ranking = {
          linkIds: [...ranked, foreign.id].join(','),
          totals: [...totals.slice(unranked), 9].join(','),
        };
        const totalOf = (id: string) => {
          const place = ids.indexOf(id);
          return place < unranked ? 0 : (totals[place] ?? 0);
        };
        const sign = order === 'asc' ? 1 : -1;
        const expected = ids
          .filter((_, place) => search === '' || place % 3 === 0)
          .toSorted(
            (one, other) => sign * (totalOf(one) - totalOf(other) || (one < other ? -1 : 1)),
          );
        const page = (from: PageQuery['from']) => {
          const query = { ...everyLink, search, limit, from, at: new Date(), order };
          return links.page(userId, { ...query, sort: 'totalClicks' }, ranking);
        };

        const seen: string[][] = [];
        let at = await page(null);
        for (;;) {
          seen.push(at.items.map(({ id }) => id));
          if (at.next === null) break;
          at = await page({ side: 'after', position: at.next });
        }
        expect(seen.flat()).toEqual(expected);
        for (let place = seen.length - 2; place >= 0 && at.previous !== null; place -= 1) {
          at = await page({ side: 'before', position: at.previous });
          expect(at.items.map(({ id }) => id)).toEqual(seen[place] ?? []);
        }
      },
    ),
    { numRuns: caseCount({ check: 12, extended: 100 }) },
  );
}, 120_000);

test('a search counts links by their text and by several tags once', async () => {
  const { sql } = database;
  const tagIds = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  for (const [place, id] of tagIds.entries()) {
    await sql`INSERT INTO tags (id, user_id, name, color, created_at)
      VALUES (${id}, ${userId}, ${`third ${place}`}, 'red', now())`;
  }
  // Of the first 60 links, 20 have the word in their text, 30 one of the tags, 15 both tags.
  for (const [place, linkId] of ids.slice(0, 60).entries()) {
    if (place < 30)
      await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${linkId}, ${tagIds[0] ?? ''})`;
    if (place < 15)
      await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${linkId}, ${tagIds[1] ?? ''})`;
  }
  const found = (search: string) =>
    links.page(
      userId,
      {
        ...everyLink,
        search,
        at: new Date(),
        sort: 'createdAt',
        order: 'desc',
        limit: 200,
        from: null,
      },
      { linkIds: '', totals: '' },
    );
  const wanted = ids.filter((_, place) => place % 3 === 0 || place < 30);

  const both = await found('third');
  expect([await both.count, new Set(both.items.map(({ id }) => id))]).toEqual([
    wanted.length,
    new Set(wanted),
  ]);
  expect(await (await found('third 1')).count).toBe(15);
});
