import { describe, expect, test } from 'bun:test';
import { mostAliases } from '#core/links/create-and-edit';
import { added, at, type OpenLinks } from './links.ts';
import { someLink } from '#tests/support/builders/links';

/** The contract of every store of links: their maximum number. */
export function linkLimitsContract(name: string, open: OpenLinks): void {
  describe(`${name}: limits`, () => {
    test('an account at its limit can add a link after one is deleted', async () => {
      const { links, newUser } = open({ mostLinks: 3 });
      const [userId, another] = [await newUser(), await newUser()];
      const first = await added(links, someLink(userId));
      for (const _ of [2, 3]) await added(links, someLink(userId));

      const refused = await links.add(someLink(userId));
      const elsewhere = await links.add(someLink(another));
      await links.remove(userId, first.id);
      const again = await links.add(someLink(userId));
      const full = await links.add(someLink(userId));

      expect(refused).toEqual({ kind: 'full', mostLinks: 3 });
      expect([elsewhere.kind, again.kind, full.kind]).toEqual(['added', 'added', 'full']);
    });

    test('[exact-limits] concurrent additions succeed exactly up to the limit', async () => {
      const { links, newUser } = open({ mostLinks: 10 });
      const userId = await newUser();

      const kinds = await Promise.all(
        Array.from({ length: 40 }, async () => (await links.add(someLink(userId))).kind),
      );

      expect(kinds.filter((kind) => kind === 'added')).toHaveLength(10);
      expect(kinds.filter((kind) => kind === 'full')).toHaveLength(30);
    });

    test('a rejected name does not count towards the limit', async () => {
      const { links, newUser } = open({ mostLinks: 2 });
      const userId = await newUser();
      await added(links, someLink(userId, { customAlias: 'once' }));

      const taken = await links.add(someLink(userId, { customAlias: 'ONCE' }));
      const last = await links.add(someLink(userId));

      expect([taken.kind, last.kind]).toEqual(['alias_taken', 'added']);
    });

    test('a link can have a limited number of aliases over time, and may use each of them again', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(links, someLink(userId, { customAlias: `a-${userId}` }));
      const rename = (customAlias: string) =>
        links.change({ userId, linkId: link.id, change: { customAlias }, at });
      for (let n = 1; n < mostAliases; n += 1) await rename(`${n}-${userId}`);

      const beyond = await rename(`beyond-${userId}`);
      const earlier = await rename(`1-${userId}`);

      expect(beyond).toEqual({ kind: 'alias_limit' });
      expect(earlier).toMatchObject({
        kind: 'changed',
        named: { link: { customAlias: `1-${userId}` } },
      });
      expect(earlier.kind === 'changed' && earlier.named.aliases).toHaveLength(mostAliases);
    });
  });
}
