import { describe, expect, test } from 'bun:test';
import type { LinkChange } from '#core/links/link';
import { nameOn } from '#core/links/link-domain';
import type { Link } from '#core/links/link';
import { someLink } from '#tests/support/builders/links';
import { added, at, type OpenLinks } from './links.ts';

/** The contract of every store of links about custom domains. */
export function linkDomainsContract(name: string, open: OpenLinks): void {
  const opened = async () => {
    const { links, newUser, newDomain } = open();
    const userId = await newUser();
    const [one, two] = [await newDomain(userId), await newDomain(userId)];
    const change = (link: Link, wanted: LinkChange) =>
      links.change({ userId: link.userId, linkId: link.id, change: wanted, at });
    return { links, userId, one, two, change, newUser, newDomain };
  };

  describe(`${name}: custom domains`, () => {
    test('[unique-names] each domain has a namespace of its own', async () => {
      const { links, userId, one, two } = await opened();
      const alias = `Sale-${crypto.randomUUID()}`;
      const outcomes = [];
      for (const domain of [null, one, two, one, null]) {
        outcomes.push(await links.add(someLink(userId, { domain, customAlias: alias })));
      }

      expect(outcomes.map(({ kind }) => kind)).toEqual([
        'added',
        'added',
        'added',
        'alias_taken',
        'alias_taken',
      ]);
    });

    test('names are taken on their own domain, in every spelling, also when their link is gone', async () => {
      const { links, userId, one, two } = await opened();
      const alias = `Taken-${crypto.randomUUID()}`;
      const folded = alias.toLowerCase();
      const link = await added(links, someLink(userId, { domain: one, customAlias: alias }));
      const code = link.shortCode.toLowerCase();

      expect(await links.takenNames(one, [folded, `${folded}-2`, code])).toEqual(
        new Set([folded, code]),
      );
      expect(await links.takenNames(two, [folded])).toEqual(new Set());
      expect(await links.takenNames(null, [folded, code])).toEqual(new Set([code]));
      expect(await links.takenNames(one, [])).toEqual(new Set());
      await links.remove(userId, link.id);
      expect(await links.takenNames(one, [folded])).toEqual(new Set([folded]));
    });

    test('a link on a domain has its code there and on the short host, and its alias there alone', async () => {
      const { links, userId, one } = await opened();
      const link = someLink(userId, { domain: one, customAlias: 'Spring' });

      const outcome = await links.add(link);

      if (outcome.kind !== 'added') throw new Error(outcome.kind);
      expect(outcome.named.link.domain).toEqual(one);
      expect(outcome.named.aliases).toEqual([]);
      expect(outcome.named.domainNames.toSorted()).toEqual(
        [nameOn(one.number, link.shortCode), nameOn(one.number, 'spring')].toSorted(),
      );
      expect((await links.find(userId, link.id))?.domain).toEqual(one);
    });

    test('a link that moves keeps all its former names', async () => {
      const { links, userId, one, two, change } = await opened();
      const alias = `move-${crypto.randomUUID()}`;
      const link = await added(links, someLink(userId, { customAlias: alias }));

      const first = await change(link, { domain: one });
      const second = await change(link, { domain: two, customAlias: 'Autumn' });
      const back = await change(link, { domain: null, customAlias: alias });

      const onOne = [nameOn(one.number, link.shortCode), nameOn(one.number, alias)];
      const onTwo = [nameOn(two.number, link.shortCode), nameOn(two.number, 'autumn')];
      expect(first).toMatchObject({
        kind: 'changed',
        named: { link: { domain: one, customAlias: alias }, aliases: [alias] },
      });
      expect(first.kind === 'changed' && first.named.domainNames.toSorted()).toEqual(
        onOne.toSorted(),
      );
      expect(second.kind === 'changed' && second.named.domainNames.toSorted()).toEqual(
        [...onOne, ...onTwo].toSorted(),
      );
      expect(back).toMatchObject({
        kind: 'changed',
        named: { link: { domain: null, customAlias: alias }, aliases: [alias] },
      });
    });

    test('an alias that the new domain has already refuses the move and changes nothing', async () => {
      const { links, userId, one, change } = await opened();
      await added(links, someLink(userId, { domain: one, customAlias: 'busy' }));
      const link = await added(links, someLink(userId));

      const moved = await change(link, { domain: one, customAlias: 'BUSY' });

      expect(moved).toEqual({ kind: 'alias_taken' });
      expect(await links.find(userId, link.id)).toEqual(link);
    });

    test('a code that the new domain has already refuses the move, and the wanted alias stays free', async () => {
      const { links, userId, one, change } = await opened();
      const link = await added(links, someLink(userId));
      await added(links, someLink(userId, { domain: one, customAlias: link.shortCode }));
      const alias = `free-${crypto.randomUUID()}`;

      const moved = await change(link, { domain: one, customAlias: alias });

      expect(moved).toEqual({ kind: 'alias_taken' });
      expect(await links.takenNames(one, [alias])).toEqual(new Set());
    });
  });
}
