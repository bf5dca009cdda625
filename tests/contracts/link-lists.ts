import { describe, expect, test } from 'bun:test';
import type { Links } from '#core/links/ports';
import type { Link } from '#core/links/link';
import { linkSorts, type LinkSort } from '#contract/links/links';
import type {
  FilterAt,
  LinkFilter,
  LinkRanking,
  PageQuery,
  ReadPage,
} from '#core/links/link-filter';
import { added, at, type LinksUnderTest } from './links.ts';
import { byName } from './link-labels.ts';
import { everyLink, someLink } from '#tests/support/builders/links';

const firstPage: PageQuery & FilterAt = {
  ...everyLink,
  at,
  sort: 'createdAt',
  order: 'desc',
  limit: 100,
  from: null,
};
const noRanking: LinkRanking = { linkIds: '', totals: '' };

async function everyPage(
  links: Links,
  userId: string,
  query: PageQuery & FilterAt,
  ranking = noRanking,
): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let from: PageQuery['from'] = null;
  do {
    const page: ReadPage = await links.page(userId, { ...query, from }, ranking);
    pages.push(page);
    from = page.next && { side: 'after', position: page.next };
  } while (from !== null);
  return pages;
}

async function everySlice(links: Links, userId: string): Promise<Link[]> {
  const found: Link[] = [];
  for await (const ids of links.idsOf(userId)) found.push(...(await links.some(userId, ids)));
  return found;
}

/** The contract of every store of links: lists and pages of them. */
export function linkListsContract(name: string, open: () => LinksUnderTest): void {
  describe(`${name}: listing`, () => {
    test('all links of the account are listed newest first, also those of one instant', async () => {
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

    /** Some have no total, some the same, some a negative one. */
    const totalOf = (link: Link) =>
      [0, 30, 4, -7, 4][Number.parseInt(link.id.slice(-1), 16) % 5] ?? 0;
    const rankingOf = (links: readonly Link[]): LinkRanking => {
      const having = links.filter((link) => totalOf(link) !== 0);
      return {
        linkIds: having.map(({ id }) => id).join(','),
        totals: having.map(totalOf).join(','),
      };
    };
    const keyOf: Record<LinkSort, (link: Link) => number | string> = {
      createdAt: (link: Link) => link.createdAt.getTime(),
      updatedAt: (link: Link) => link.updatedAt.getTime(),
      originalUrl: (link: Link) => link.originalUrl.toLowerCase(),
      title: (link: Link) => (link.title ?? '').toLowerCase(),
      name: (link: Link) => (link.title ?? link.customAlias ?? link.shortCode).toLowerCase(),
      totalClicks: totalOf,
      totalConversions: totalOf,
      totalProfit: totalOf,
    };
    for (const sort of linkSorts) {
      for (const order of ['asc', 'desc'] as const) {
        test(`pages by ${sort} ${order} contain every link once, in order`, async () => {
          const { links, newUser } = open();
          const userId = await newUser();
          const made: Link[] = [];
          for (let n = 0; n < 11; n += 1) {
            const title = n % 4 === 0 ? null : `T${'bAc'.charAt(n % 3)}`;
            const createdAt = new Date(at.getTime() + ((n * 7) % 5));
            const originalUrl = `https://example.com/${'Bac'.charAt(n % 3)}`;
            made.push(await added(links, someLink(userId, { createdAt, originalUrl, title })));
          }
          const query = { ...firstPage, sort, order, limit: 3 };

          const pages = await everyPage(links, userId, query, rankingOf(made));
          const found = pages.flatMap(({ items }) => items);

          const keys = found.map(keyOf[sort]);
          const ascending = order === 'asc' ? keys : keys.toReversed();
          expect(ascending).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
          expect(new Set(found.map((link) => link.id)).size).toBe(11);
          expect(pages[0]?.previous).toBeNull();
          for (const [at, before] of pages.slice(0, -1).entries()) {
            const position = pages[at + 1]?.previous ?? null;
            const from = position && ({ side: 'before', position } as const);
            const again = await links.page(userId, { ...query, from }, rankingOf(made));
            expect(again).toEqual(before);
          }
        });
      }
    }

    test('a page counts all matches, and its cursor stays valid when its last link is deleted', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const made: Link[] = [];
      for (let n = 0; n < 5; n += 1) made.push(await added(links, someLink(userId)));

      const first = await links.page(userId, { ...firstPage, limit: 2 }, noRanking);
      const count = await first.count;
      for (const link of first.items) await links.remove(userId, link.id);
      const from = first.next && ({ side: 'after', position: first.next } as const);
      const second = await links.page(userId, { ...firstPage, limit: 3, from }, noRanking);

      expect(count).toBe(5);
      expect(second.items.map((link) => link.id)).toEqual(
        made
          .slice(0, 3)
          .map((l) => l.id)
          .toReversed(),
      );
      expect(second.next).toBeNull();
    });

    test('a page of links that track conversions contains and counts only those', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const tracking = await added(links, someLink(userId, { trackConversions: true }));
      await added(links, someLink(userId));

      const page = await links.page(userId, { ...firstPage, isTracking: true }, noRanking);

      expect(page.items.map(({ id }) => id)).toEqual([tracking.id]);
      expect(await page.count).toBe(1);
    });

    test('a search finds parts of URL, code, alias, title, notes and tags in any case, and treats % and _ literally', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const shop = someLink(userId, {
        originalUrl: 'https://shop.example/50%25off_now',
        shortCode: 'QqWwEeR',
      });
      const plain = someLink(userId, {
        customAlias: 'Summer-Deal',
        title: 'Plain words',
        notes: 'For the\nnewsletter',
      });
      await added(links, shop);
      await added(links, plain, { tags: [byName('Ünique')] });
      const find = async (search: string) =>
        (await links.page(userId, { ...firstPage, search }, noRanking)).items.map(
          (link) => link.id,
        );

      expect(await find('SHOP.ex')).toEqual([shop.id]);
      expect(await find('qqwweer')).toEqual([shop.id]);
      expect(await find('mmer-d')).toEqual([plain.id]);
      expect(await find('0%25O')).toEqual([shop.id]);
      expect(await find('f_n')).toEqual([shop.id]);
      for (const nothing of ['%', '_', '\\'].map((wild) => `s${wild}op`)) {
        expect(await find(nothing)).toEqual([]);
      }
      expect(await find('plain w')).toEqual([plain.id]);
      expect(await find('the\nNEWS')).toEqual([plain.id]);
      expect(await find('Üniq')).toEqual([plain.id]);
      expect(await find('hidden')).toEqual([]);
    });

    test('links to exactly one address are found, also beside longer ones', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const to = async (originalUrl: string) =>
        (await added(links, someLink(userId, { originalUrl }))).id;
      const first = await to('https://shop.example/a_b');
      await to('https://shop.example/a_b/c');
      await to('https://shop.example/axb');
      await to('https://shop.example/A_B');
      const last = await to('https://shop.example/a_b');
      const destination = 'https://shop.example/a_b';

      const page = await links.page(userId, { ...firstPage, destination }, noRanking);

      expect(page.items.map(({ id }) => id).toSorted()).toEqual([first, last].toSorted());
      expect(await page.count).toBe(2);
    });

    test('a search follows a changed link', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(links, someLink(userId, { title: 'Autumn' }));
      const find = async (search: string) =>
        (await links.page(userId, { ...firstPage, search }, noRanking)).count;

      await links.change({ userId, linkId: link.id, change: { title: 'Winter' }, at });

      expect([await find('autumn'), await find('winter')]).toEqual([0, 1]);
    });

    test('the ids of an export are those of its links that the account has, newest first', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const add = async (of: string, createdAt: Date) =>
        (await added(links, someLink(of, { createdAt }))).id;
      const older = await add(userId, at);
      const newer = await add(userId, new Date(at.getTime() + 1));
      await add(userId, at);
      const foreign = await add(await newUser(), at);

      const ids = [older, foreign, newer, Bun.randomUUIDv7()];
      const found = await Array.fromAsync(links.idsOf(userId, { ...everyLink, at, ids }));

      expect(found.flat()).toEqual([newer, older]);
    });

    test('a page by status or split test contains and counts only such links', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const inMs = (ms: number) => new Date(at.getTime() + ms);
      const add = async (more: Parameters<typeof someLink>[1]) =>
        (await added(links, someLink(userId, more))).id;
      const [active, paused, expired, both] = [
        await add({ expiresAt: inMs(1) }),
        await add({ isActive: false, splitTestEnabled: true }),
        await add({ expiresAt: inMs(-1) }),
        await add({ expiresAt: at, isActive: false }),
      ];
      const find = async (filter: Partial<LinkFilter>) => {
        const asked = { ...firstPage, ...filter, order: 'asc' } as const;
        const page = await links.page(userId, asked, noRanking);
        expect(await page.count).toBe(page.items.length);
        return page.items.map(({ id }) => id);
      };

      expect(await find({ status: 'active' })).toEqual([active]);
      expect(await find({ status: 'paused' })).toEqual([paused, both]);
      expect(await find({ status: 'expired' })).toEqual([expired, both]);
      expect(await find({ isSplit: true })).toEqual([paused]);
      expect(await find({ status: 'expired', isSplit: true })).toEqual([]);
    });
  });
}
