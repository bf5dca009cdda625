import { describe, expect, test } from 'bun:test';
import type { Links } from '#core/links/ports';
import { mostFolders } from '#contract/links/labels';
import { unlabelled } from '#contract/analytics/report-filters';
import { type WantedLabel, type WantedLabels } from '#core/links/labels';
import { mostTags } from '#contract/links/labels';
import type { FilterAt } from '#core/links/link-filter';
import type { PageQuery } from '#core/links/link-filter';
import { everyLink, someLink } from '#tests/support/builders/links';
import { added, at, type LinksUnderTest } from './links.ts';

export const byName = (name: string): WantedLabel => ({
  by: 'name',
  name,
  newId: Bun.randomUUIDv7(),
});
const byId = (id: string): WantedLabel => ({ by: 'id', id });

/** The labels of a new link, by their names. */
async function labelsOfNew(links: Links, userId: string, wanted: WantedLabels) {
  const link = await added(links, someLink(userId), wanted);
  const labels = (await links.labelsOf(userId, [link.id])).get(link.id);
  return { link, tags: labels?.tags ?? [], folder: labels?.folder ?? null };
}

/** The contract of every store of links: their tags and folders. */
export function linkLabelsContract(name: string, open: () => LinksUnderTest): void {
  describe(`${name}: labels`, () => {
    test('a new link has its tags by name, each once, and its folder', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const tags = [byName('spring'), byName('Autumn'), byName('SPRING')];
      const link = await added(links, someLink(userId), { tags, folder: byName('Shop') });
      const plain = await added(links, someLink(userId));

      const found = await links.labelsOf(userId, [link.id, plain.id]);

      expect(found.get(link.id)).toEqual({
        folder: { id: expect.any(String), name: 'Shop' },
        tags: [
          { id: expect.any(String), name: 'Autumn', color: 'red' },
          { id: expect.any(String), name: 'spring', color: 'gray' },
        ],
      });
      expect(found.get(plain.id) ?? { folder: null, tags: [] }).toEqual({ folder: null, tags: [] });
    });

    test('names and ids of one label are one label', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const wish = { tags: [byName('Sale')], folder: byName('A') };
      const { link: _, ...first } = await labelsOfNew(links, userId, wish);

      const tags = [byName('sale'), byId(first.tags[0]?.id ?? '')];
      const folder = byId(first.folder?.id ?? '');
      const { link: _again, ...again } = await labelsOfNew(links, userId, { tags, folder });

      expect(again).toEqual(first);
    });

    test('a change replaces the labels that it names and keeps the others', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const wish = { tags: [byName('a'), byName('b')], folder: byName('Shop') };
      const { link, tags, folder } = await labelsOfNew(links, userId, wish);
      const change = async (labels: WantedLabels) => {
        await links.change({ userId, linkId: link.id, change: {}, labels, at });
        const found = (await links.labelsOf(userId, [link.id])).get(link.id);
        return [found?.folder?.name, ...(found?.tags ?? []).map((tag) => tag.name)];
      };
      const b = byId(tags[1]?.id ?? '');

      expect(await change({ tags: [byName('c'), b] })).toEqual(['Shop', 'b', 'c']);
      expect(await change({ folder: null })).toEqual([undefined, 'b', 'c']);
      expect(await change({ folder: byId(folder?.id ?? '') })).toEqual(['Shop', 'b', 'c']);
      expect(await change({})).toEqual(['Shop', 'b', 'c']);
      expect(await change({ tags: [] })).toEqual(['Shop']);
      expect(await change({ folder: byName('Letter') })).toEqual(['Letter']);
    });

    test('[separate-accounts] labels of another account are missing', async () => {
      const { links, newUser } = open();
      const [userId, other] = [await newUser(), await newUser()];
      const wish = () => ({ tags: [byName('x')], folder: byName('x') });
      const theirs = await labelsOfNew(links, other, wish());
      const link = await added(links, someLink(userId));
      const change = { userId, linkId: link.id, change: {}, at };

      for (const [field, labels] of [
        ['tags', { tags: [byId(theirs.tags[0]?.id ?? '')], folder: null }],
        ['folder', { tags: [byName('new')], folder: byId(theirs.folder?.id ?? '') }],
        ['tags', { tags: [byName('new'), byId(Bun.randomUUIDv7())], folder: null }],
      ] as const) {
        const refused = { kind: 'label_missing', field } as const;
        expect(await links.missingLabels(userId, labels)).toBe(field);
        expect(await links.add(someLink(userId), labels)).toEqual(refused);
        expect(await links.change({ ...change, labels })).toEqual(refused);
      }
      const own = await labelsOfNew(links, userId, wish());
      expect(own.tags[0]?.id).not.toEqual(theirs.tags[0]?.id);
      expect(own.tags[0]?.color).toBe('gray');
    });

    test('a refused link leaves no new labels behind', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      await added(links, someLink(userId, { customAlias: `taken-${userId}` }));
      const link = await added(links, someLink(userId));
      const taken = { customAlias: `taken-${userId}` };
      const labels = { tags: [byName('left')], folder: byName('left') };

      const add = await links.add(someLink(userId, taken), labels);
      const change = await links.change({ userId, linkId: link.id, change: taken, labels, at });

      expect([add.kind, change.kind]).toEqual(['alias_taken', 'alias_taken']);
      const found = await labelsOfNew(links, userId, { tags: [byName('first')] });
      expect(found.tags[0]?.color).toBe('gray');
    });

    test('an account gets no more labels than it can have, and then none of a wish', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const add = (labels: WantedLabels) => links.add(someLink(userId), labels);
      const all = Array.from({ length: mostTags - 1 }, (_, n) => byName(`tag ${n}`));
      for (let from = 0; from < all.length; from += 20) {
        await add({ tags: all.slice(from, from + 20) });
      }
      for (let n = 0; n < mostFolders; n += 1) await add({ folder: byName(`folder ${n}`) });
      const wish = { tags: [byName('one'), byName('two')], folder: null };

      expect(await add(wish)).toEqual({ kind: 'labels_full', field: 'tags' });
      const more = { tags: [byName('ONE')], folder: byName('more') };
      expect(await add(more)).toEqual({ kind: 'labels_full', field: 'folder' });
      const last = await labelsOfNew(links, userId, { tags: [byName('TAG 0'), byName('last')] });
      expect(last.tags).toHaveLength(2);
    });

    test('a page is narrowed to tags and folders by name, id or their absence', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const add = async (wish: WantedLabels) => (await added(links, someLink(userId), wish)).id;
      const red = await add({ tags: [byName('Red')], folder: byName('Shop') });
      const both = await add({ tags: [byName('red'), byName('blue')] });
      const plain = await add({});
      const [redTag] = (await links.labelsOf(userId, [red])).get(red)?.tags ?? [];
      const redId = redTag?.id ?? '';
      const find = async (tags: readonly string[], folders: readonly string[] = []) => {
        const page = await links.page(userId, { ...whole, labels: { tags, folders } }, noRanking);
        expect(await page.count).toBe(page.items.length);
        return page.items.map(({ id }) => id).toSorted();
      };

      expect(await find(['RED'])).toEqual([red, both].toSorted());
      expect(await find([redId])).toEqual([red, both].toSorted());
      expect(await find(['blue', unlabelled])).toEqual([both, plain].toSorted());
      expect(await find([unlabelled])).toEqual([plain]);
      expect(await find([], ['shop'])).toEqual([red]);
      expect(await find([], [unlabelled])).toEqual([both, plain].toSorted());
      expect(await find(['red'], [unlabelled])).toEqual([both]);
      expect(await find(['nothing'])).toEqual([]);
      expect(await find([Bun.randomUUIDv7()], ['shop'])).toEqual([]);
    });
  });
}

const whole: PageQuery & FilterAt = {
  ...everyLink,
  at,
  sort: 'createdAt',
  order: 'desc',
  limit: 100,
  from: null,
};
const noRanking = { linkIds: '', totals: '' };
