import { describe, expect, test } from 'bun:test';
import type { Links } from '#adapters/postgres/links';
import type { Link } from '#core/links/link';
import { linkSorts, type LinkSort, type PageEnd, type PageQuery } from '#core/links/page-links';
import { added, at, type LinksUnderTest, someLink } from './links.ts';

const firstPage: PageQuery = {
  search: '',
  sort: 'createdAt',
  order: 'desc',
  limit: 100,
  after: null,
};

async function everyPage(links: Links, userId: string, query: PageQuery): Promise<Link[]> {
  const found: Link[] = [];
  let after: PageEnd | null = null;
  do {
    const page = await links.page(userId, { ...query, after });
    found.push(...page.items);
    after = page.next;
  } while (after !== null);
  return found;
}

async function everySlice(links: Links, userId: string): Promise<Link[]> {
  const found: Link[] = [];
  for await (const ids of links.idsOf(userId)) found.push(...(await links.some(userId, ids)));
  return found;
}

/** What every keeper of links promises about lists and pages of them. */
export function linkListsContract(name: string, open: () => LinksUnderTest): void {
  describe(`${name}: listing`, () => {
    test('all links come newest first, also those of one instant, and nobody else’s', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      await added(links, someLink(await newUser()));
      const made: Link[] = [];
      for (let n = 0; n < 230; n += 1) {
        const createdAt = new Date(at.getTime() + Math.floor(n / 3));
        made.push(await added(links, someLink(userId, { createdAt })));
      }

      const ids = (await everySlice(links, userId)).map((link) => link.id);

      expect(ids).toEqual(made.map((link) => link.id).toReversed());
    });

    const keyOf: Record<LinkSort, (link: Link) => number | string> = {
      createdAt: (link: Link) => link.createdAt.getTime(),
      updatedAt: (link: Link) => link.updatedAt.getTime(),
      originalUrl: (link: Link) => link.originalUrl.toLowerCase(),
      title: (link: Link) => (link.title ?? '').toLowerCase(),
    };
    for (const sort of linkSorts) {
      for (const order of ['asc', 'desc'] as const) {
        test(`pages by ${sort} ${order} hold every link once, in order`, async () => {
          const { links, newUser } = open();
          const userId = await newUser();
          for (let n = 0; n < 11; n += 1) {
            const title = n % 4 === 0 ? null : `T${'bAc'.charAt(n % 3)}`;
            const createdAt = new Date(at.getTime() + ((n * 7) % 5));
            const originalUrl = `https://example.com/${'Bac'.charAt(n % 3)}`;
            await added(links, someLink(userId, { createdAt, originalUrl, title }));
          }

          const found = await everyPage(links, userId, { ...firstPage, sort, order, limit: 3 });

          const keys = found.map(keyOf[sort]);
          const ascending = order === 'asc' ? keys : keys.toReversed();
          expect(ascending).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
          expect(new Set(found.map((link) => link.id)).size).toBe(11);
        });
      }
    }

    test('a page counts all matches and its end survives the removal of its last link', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const made: Link[] = [];
      for (let n = 0; n < 5; n += 1) made.push(await added(links, someLink(userId)));

      const first = await links.page(userId, { ...firstPage, limit: 2 });
      for (const link of first.items) await links.remove(userId, link.id);
      const second = await links.page(userId, { ...firstPage, limit: 3, after: first.next });

      expect(first.count).toBe(5);
      expect(second.items.map((link) => link.id)).toEqual(
        made
          .slice(0, 3)
          .map((l) => l.id)
          .toReversed(),
      );
      expect(second.next).toBeNull();
    });

    test('a search finds parts of address, code and alias in any case, and takes % and _ literally', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const shop = someLink(userId, {
        originalUrl: 'https://shop.example/50%25off_now',
        shortCode: 'QqWwEeR',
      });
      const plain = someLink(userId, { customAlias: 'Summer-Deal', title: 'Hidden words' });
      for (const link of [shop, plain]) await added(links, link);
      const find = async (search: string) =>
        (await links.page(userId, { ...firstPage, search })).items.map((link) => link.id);

      expect(await find('SHOP.ex')).toEqual([shop.id]);
      expect(await find('qqwweer')).toEqual([shop.id]);
      expect(await find('mmer-d')).toEqual([plain.id]);
      expect(await find('0%25O')).toEqual([shop.id]);
      expect(await find('f_n')).toEqual([shop.id]);
      for (const nothing of ['%', '_', '\\'].map((wild) => `s${wild}op`)) {
        expect(await find(nothing)).toEqual([]);
      }
      expect(await find('Hidden')).toEqual([]);
    });
  });
}
