import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { Links } from '#core/links/ports';
import type { PageQuery } from '#core/links/link-filter';
import { everyLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const total = 2400;
const at = new Date();

let database: TestDatabase;
let links: Links;
let userId: string;
beforeAll(async () => {
  database = await testDatabase(schema);
  links = postgresLinks(database.sql);
  userId = await newUser(database.sql);
  await database.sql`
    INSERT INTO links (id, user_id, original_url, short_code, title, is_active, created_at, updated_at)
    SELECT gen_random_uuid(), ${userId}, 'https://shop.example/' || n, 'L' || lpad(n::text, 6, '0'),
      CASE WHEN n % 2 = 0 THEN 'Even ' || md5(n::text) END, n % 3 > 0,
      now() - n * interval '1 second', now()
    FROM generate_series(1, ${total}) AS n`;
  await database.sql`
    INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (gen_random_uuid(), ${userId}, 'Odd', 'lime', now())`;
  await database.sql`
    INSERT INTO link_tags (tag_id, link_id)
    SELECT tags.id, links.id FROM tags, links
    WHERE tags.user_id = ${userId} AND links.user_id = ${userId} AND title IS NULL`;
});
afterAll(() => database.drop());

/** The numbers in the codes of all links on all pages, and the count of the first page. */
async function found(query: Partial<PageQuery>): Promise<{ codes: number[]; count: number }> {
  const asked = { ...everyLink, at, sort: 'createdAt', order: 'desc', limit: 500 } as const;
  const codes: number[] = [];
  const counts: number[] = [];
  let from: PageQuery['from'] = null;
  do {
    const page = await links.page(userId, { ...asked, ...query, from }, noRanking);
    codes.push(...page.items.map(({ shortCode }) => Number(shortCode.slice(1))));
    counts.push(await page.count);
    from = page.next && { side: 'after', position: page.next };
  } while (from !== null);
  expect(new Set(counts).size).toBe(1);
  return { codes, count: counts[0] ?? 0 };
}

const noRanking = { linkIds: '', totals: '' };

function numbers(isWanted: (n: number) => boolean): number[] {
  return Array.from({ length: total }, (_, n) => n + 1).filter(isWanted);
}

describe('a search that finds more than a thousand links', () => {
  test.each<[string, string, (n: number) => boolean]>([
    ['in every text', 'shop.example', () => true],
    ['by two letters', 'SH', () => true],
    ['in half of the texts', 'even', (n) => n % 2 === 0],
    ['by a tag', 'odd', (n) => n % 2 === 1],
    ['by one letter in texts and a tag', 'd', (n) => n % 2 === 1 || /d/i.test(textOf(n))],
  ])('%s shows each of them once, in order, and counts them', async (_, search, isWanted) => {
    const expected = numbers(isWanted);

    expect(await found({ search })).toEqual({ codes: expected, count: expected.length });
    expect(await found({ search, order: 'asc' })).toEqual({
      codes: expected.toReversed(),
      count: expected.length,
    });
  });

  test.each<[string, string, (n: number) => boolean]>([
    ['by most links', 'shop.example', () => true],
    ['by every second link', 'even', (n) => n % 2 === 0],
    ['by none of the first thousand', 'l002', (n) => n >= 2000],
  ])('is the same in small pages, matched %s', async (_, search, isWanted) => {
    const expected = numbers(isWanted);
    const all = { codes: expected, count: expected.length };

    expect(await found({ search, limit: 60 })).toEqual(all);
    expect((await found({ search, limit: 60, order: 'asc' })).codes).toEqual(expected.toReversed());
  });

  test('is narrowed by the other conditions', async () => {
    const active = numbers((n) => n % 3 > 0);
    const odd = numbers((n) => n % 2 === 1);

    const all = { codes: active, count: active.length };
    expect(await found({ search: 'shop.example', status: 'active' })).toEqual(all);
    expect(await found({ search: 'shop.example', status: 'active', limit: 60 })).toEqual(all);
    const labels = { tags: ['odd'], folders: [] };
    expect(await found({ search: 'shop.example', labels })).toEqual({ codes: odd, count: 1200 });
    expect(await found({ labels })).toEqual({ codes: odd, count: 1200 });
    expect(await found({})).toEqual({ codes: numbers(() => true), count: total });
  });

  test('and one that finds few, or none, is right as well', async () => {
    const few = { codes: [240, 2400], count: 2 };
    expect(await found({ search: 'shop.example/240' })).toEqual(few);
    expect(await found({ search: '%' })).toEqual({ codes: [], count: 0 });
  });
});

/** The texts in which the n-th link is found, without its tag. */
function textOf(n: number): string {
  const title =
    n % 2 === 0 ? `Even ${new Bun.CryptoHasher('md5').update(`${n}`).digest('hex')}` : '';
  return `${title}\nhttps://shop.example/${n}\nL${n}`;
}
