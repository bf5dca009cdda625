import { describe, expect, test } from 'bun:test';
import type { Links } from '#adapters/postgres/links/links';
import { mostFolders } from '#core/links/labels/folders';
import { unlabelled } from '#core/links/labels/label-name';
import type { LabelIds, WantedLabel } from '#core/links/labels/link-labels';
import { mostTags } from '#core/links/labels/tags';
import type { FilterAt } from '#core/links/link-filter';
import type { PageQuery } from '#core/links/page-links';
import { everyLink, someLink } from '#tests/support/builders/links';
import { added, at, type LinksUnderTest } from './links.ts';

export const noLabelIds = { tagIds: [], folderId: null } satisfies LabelIds;

const byName = (name: string): WantedLabel => ({ by: 'name', name, newId: Bun.randomUUIDv7() });
const byId = (id: string): WantedLabel => ({ by: 'id', id });

type Wish = { readonly tags?: readonly WantedLabel[]; readonly folder?: WantedLabel | null };

async function settled(links: Links, userId: string, { tags = [], folder = null }: Wish) {
  const outcome = await links.settleLabels(userId, { tags, folder }, at);
  if (outcome.kind !== 'settled') throw new Error(outcome.kind);
  return { tagIds: outcome.tagIds, folderId: outcome.folderId };
}

/** The id of the account's tag with this name, which is new or not. */
export async function newTag(links: Links, userId: string, name: string): Promise<string> {
  const { tagIds } = await settled(links, userId, { tags: [byName(name)] });
  return tagIds[0] ?? '';
}

/** The contract of every store of links: their tags and folders. */
export function linkLabelsContract(name: string, open: () => LinksUnderTest): void {
  describe(`${name}: labels`, () => {
    test('a new link has its tags by name, each once, and its folder', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const tags = [byName('spring'), byName('Autumn'), byName('SPRING')];
      const labels = await settled(links, userId, { tags, folder: byName('Shop') });
      const plain = await added(links, someLink(userId));
      const link = await added(links, someLink(userId, { labels }));

      const found = await links.labelsOf(userId, [link.id, plain.id]);

      expect(labels.tagIds).toHaveLength(2);
      expect(found.get(link.id)).toEqual({
        folder: { id: labels.folderId ?? '', name: 'Shop' },
        tags: [
          { id: labels.tagIds[1] ?? '', name: 'Autumn', color: 'red' },
          { id: labels.tagIds[0] ?? '', name: 'spring', color: 'gray' },
        ],
      });
      expect(found.get(plain.id) ?? { folder: null, tags: [] }).toEqual({ folder: null, tags: [] });
    });

    test('names and ids of one label are one label', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const first = await settled(links, userId, { tags: [byName('Sale')], folder: byName('A') });

      const tags = [byName('sale'), byId(first.tagIds[0] ?? '')];
      const again = await settled(links, userId, { tags, folder: byId(first.folderId ?? '') });

      expect(again).toEqual(first);
    });

    test('a change replaces the labels that it names and keeps the others', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const wish = { tags: [byName('a'), byName('b')], folder: byName('Shop') };
      const labels = await settled(links, userId, wish);
      const link = await added(links, someLink(userId, { labels }));
      const change = async (more: LabelIds) => {
        await links.change({ userId, linkId: link.id, change: {}, labels: more, at });
        const found = (await links.labelsOf(userId, [link.id])).get(link.id);
        return [found?.folder?.name, ...(found?.tags ?? []).map((tag) => tag.name)];
      };
      const c = await newTag(links, userId, 'c');

      expect(await change({ tagIds: [c, labels.tagIds[1] ?? ''] })).toEqual(['Shop', 'b', 'c']);
      expect(await change({ folderId: null })).toEqual([undefined, 'b', 'c']);
      expect(await change({ folderId: labels.folderId })).toEqual(['Shop', 'b', 'c']);
      expect(await change({})).toEqual(['Shop', 'b', 'c']);
      expect(await change({ tagIds: [] })).toEqual(['Shop']);
    });

    test('[separate-accounts] labels of another account are missing', async () => {
      const { links, newUser } = open();
      const [userId, other] = [await newUser(), await newUser()];
      const theirs = await settled(links, other, { tags: [byName('x')], folder: byName('x') });

      for (const [field, wish] of [
        ['tags', { tags: [byId(theirs.tagIds[0] ?? '')], folder: null }],
        ['folder', { tags: [byName('new')], folder: byId(theirs.folderId ?? '') }],
        ['tags', { tags: [byName('new'), byId(Bun.randomUUIDv7())], folder: null }],
      ] as const) {
        expect(await links.settleLabels(userId, wish, at)).toEqual({ kind: 'missing', field });
      }
      const own = await settled(links, userId, { tags: [byName('x')] });
      expect(own.tagIds).not.toEqual(theirs.tagIds);
    });

    test('an account gets no more labels than it can have, and then none of a wish', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const all = Array.from({ length: mostTags - 1 }, (_, n) => byName(`tag ${n}`));
      for (let from = 0; from < all.length; from += 20) {
        await settled(links, userId, { tags: all.slice(from, from + 20) });
      }
      for (let n = 0; n < mostFolders; n += 1) {
        await settled(links, userId, { folder: byName(`folder ${n}`) });
      }
      const wish = { tags: [byName('one'), byName('two')], folder: null };

      expect(await links.settleLabels(userId, wish, at)).toEqual({ kind: 'full', field: 'tags' });
      const more = { tags: [byName('ONE')], folder: byName('more') };
      expect(await links.settleLabels(userId, more, at)).toEqual({ kind: 'full', field: 'folder' });
      const last = await settled(links, userId, { tags: [byName('TAG 0'), byName('last')] });
      expect(last.tagIds).toHaveLength(2);
    });

    test('a page is narrowed to tags and folders by name, id or their absence', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const add = async (wish: Wish) =>
        (await added(links, someLink(userId, { labels: await settled(links, userId, wish) }))).id;
      const red = await add({ tags: [byName('Red')], folder: byName('Shop') });
      const both = await add({ tags: [byName('red'), byName('blue')] });
      const plain = await add({});
      const redId = await newTag(links, userId, 'red');
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
  ...{ ...everyLink, at },
  ...{ sort: 'createdAt', order: 'desc', limit: 100, from: null },
};
const noRanking = { linkIds: '', totals: '' };
