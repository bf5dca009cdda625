import { describe, expect, test } from 'bun:test';
import { eachText, linkTexts } from '#contract/links/link-limits';
import type { Links } from '#core/links/ports';
import type { NewLink } from '#core/links/ports';
import { type WantedLabels } from '#core/links/labels';
import type { LinkDomain } from '#core/links/link-domain';
import type { Link } from '#core/links/link';
import { noOptions } from '#core/links/options/link-options';
import { someLink } from '#tests/support/builders/links';

/** What the suite needs of an adapter: the links, and people who own some. */
export type LinksUnderTest = {
  readonly links: Links;
  newUser(): Promise<string>;
  /** A proven domain of the account. */
  newDomain(userId: string): Promise<LinkDomain>;
};

/** Opens them; `mostLinks` is the limit of one account. */
export type OpenLinks = (options?: { readonly mostLinks?: number }) => LinksUnderTest;

/** Each option with a value other than the usual one. */
const everyOption = {
  startsAt: new Date(Date.UTC(2026, 11, 1, 1, 2, 3, 4)),
  expiresAfterClicks: 1_000_000_000,
  expiredUrl: 'https://shop.example/over',
  passwordHash: '$argon2id$v=19$m=8,t=1,p=1$a$b',
  rules: [
    {
      id: 2_147_483_647,
      devices: ['mobile'],
      systems: ['ios'],
      countries: ['DE', 'AT'],
      languages: ['pt-BR'],
      url: 'https://shop.example/\u00fc',
    },
  ],
  passQuery: true,
  iosUrl: 'shop://item/5',
  iosFallbackUrl: 'https://apps.example/ios',
  androidUrl: 'https://play.example/',
  androidFallbackUrl: 'https://apps.example/android',
  previewTitle: 'A "title"',
  previewText: 'Text',
  previewPicture: 'p1',
} as const satisfies Partial<NewLink>;

export const at = new Date(Date.UTC(2026, 5, 1));

export async function added(links: Links, link: NewLink, labels: WantedLabels = {}): Promise<Link> {
  const outcome = await links.add(link, labels);
  if (outcome.kind !== 'added') throw new Error(outcome.kind);
  return outcome.named.link;
}

/** The contract of every store of links. */
export function linksContract(name: string, open: () => LinksUnderTest): void {
  describe(`${name}: adding`, () => {
    test('a link is read back unchanged', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const full = someLink(userId, {
        customAlias: 'Full-Alias',
        ...eachText(linkTexts, (name) => `${name}\nof two lines`),
        expiresAt: new Date(Date.UTC(2027, 0, 1, 1, 2, 3, 4)),
        trackClicks: false,
        trackConversions: true,
        autoTrackProfit: true,
        profitPerSaleCents: 1_000_000_000,
        splitTestEnabled: true,
        splitTestUrls: ['https://a.example/', 'https://b.example/'],
      });

      const outcome = await links.add(full);

      if (outcome.kind !== 'added') throw new Error(outcome.kind);
      const { link, aliases } = outcome.named;
      const filled = {
        version: 1,
        edition: 1,
        splitVersion: 1,
        splitRotation: null,
        updatedAt: at,
      };
      expect(link).toEqual({ ...link, ...full, ...filled });
      expect(aliases).toEqual(['full-alias']);
      expect(await links.find(userId, full.id)).toEqual(link);
    });

    test('every option is read back unchanged, from an insert and from a change', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(links, someLink(userId, everyOption));
      const later = await added(links, someLink(userId));
      const edit = { userId, linkId: later.id, change: everyOption, at };
      const outcome = await links.change(edit);

      expect(link).toMatchObject({ ...everyOption, clickLimitVersion: 1, clicksReachedAt: null });
      expect(await links.find(userId, link.id)).toEqual(link);
      if (outcome.kind !== 'changed') throw new Error(outcome.kind);
      expect(outcome.named.link).toMatchObject({ ...everyOption, clickLimitVersion: 1 });
      expect(later).toMatchObject({ ...noOptions });
    });

    test('a change removes every option, the password too', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const { id: linkId } = await added(links, someLink(userId, everyOption));
      // The database keeps these two.
      const { clickLimitVersion: _, clicksReachedAt: __, ...change } = noOptions;

      const outcome = await links.change({ userId, linkId, change, at });

      if (outcome.kind !== 'changed') throw new Error(outcome.kind);
      expect(outcome.named.link).toMatchObject(change);
      expect(await links.find(userId, linkId)).toEqual(outcome.named.link);
    });

    test('[click-limit] a count begins again when a link gets a limit, and not when the limit changes', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const { id: linkId } = await added(links, someLink(userId));
      const versions: number[] = [];
      for (const expiresAfterClicks of [5, 9, null, 9, 9]) {
        const outcome = await links.change({ userId, linkId, change: { expiresAfterClicks }, at });
        if (outcome.kind !== 'changed') throw new Error(outcome.kind);
        versions.push(outcome.named.link.clickLimitVersion);
      }

      expect(versions).toEqual([1, 1, 1, 2, 2]);
    });

    test('numbers are consecutive and unique', async () => {
      const { links, newUser } = open();
      const userId = await newUser();

      const [first, second] = [
        await added(links, someLink(userId)),
        await added(links, someLink(userId)),
      ];

      expect(second.number).toBeGreaterThan(first.number);
    });

    test('[unique-names] codes and aliases share one namespace, ignoring case', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      await added(links, someLink(userId, { shortCode: 'AbCdEfG', customAlias: 'Spring' }));
      const other = await newUser();

      expect(await links.add(someLink(other, { customAlias: 'sPRING' }))).toEqual({
        kind: 'alias_taken',
      });
      expect(await links.add(someLink(other, { customAlias: 'abcdefg' }))).toEqual({
        kind: 'alias_taken',
      });
      expect(await links.add(someLink(other, { shortCode: 'abcdEFG' }))).toEqual({
        kind: 'code_taken',
      });
      expect(await links.add(someLink(other, { shortCode: 'spring' }))).toEqual({
        kind: 'code_taken',
      });
      for await (const ids of links.idsOf(other)) expect(ids).toEqual([]);
    });

    test('a generated code equal to the requested alias is generated again', async () => {
      const { links, newUser } = open();
      const clash = someLink(await newUser(), { shortCode: 'SameOne', customAlias: 'sameone' });

      expect(await links.add(clash)).toEqual({ kind: 'code_taken' });
    });
  });

  describe(`${name}: changing`, () => {
    test('an external id belongs to one link of an account, until that link is removed', async () => {
      const { links, newUser } = open();
      const [ada, mary] = [await newUser(), await newUser()];
      const mine = await added(links, someLink(ada, { externalId: 'SKU-1' }));
      const theirs = await added(links, someLink(mary, { externalId: 'SKU-1' }));
      const other = await added(links, someLink(ada));
      const taken = { userId: ada, linkId: other.id, change: { externalId: 'SKU-1' }, at };

      expect(await links.add(someLink(ada, { externalId: 'SKU-1' }))).toEqual({
        kind: 'external_id_taken',
      });
      expect(await links.change(taken)).toEqual({ kind: 'external_id_taken' });
      expect(await links.idOfExternal(ada, 'SKU-1')).toBe(mine.id);
      expect(await links.idOfExternal(mary, 'SKU-1')).toBe(theirs.id);
      expect(await links.idOfExternal(ada, 'sku-1')).toBeNull();

      await links.remove(ada, mine.id);
      expect(await links.idOfExternal(ada, 'SKU-1')).toBeNull();
      expect(await links.change(taken)).toMatchObject({ kind: 'changed' });
    });

    test('a link is removed by the version that it has alone', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const { id, version } = await added(links, someLink(userId));
      await links.change({ userId, linkId: id, change: { title: 'New' }, at });

      expect(await links.remove(userId, id, version)).toBe(false);
      expect(await links.remove(userId, id, version + 1)).toBe(true);
    });

    test('only the given fields change, and the version increases', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(
        links,
        someLink(userId, { customAlias: 'keep-me', profitPerSaleCents: 5 }),
      );
      const later = new Date(at.getTime() + 1000);

      const outcome = await links.change({
        userId,
        linkId: link.id,
        change: { title: 'New', isActive: false, profitPerSaleCents: null },
        at: later,
      });

      const changed = { ...link, title: 'New', isActive: false, profitPerSaleCents: null };
      const expected = { ...changed, version: 2, edition: 2, updatedAt: later };
      const named = { link: expected, aliases: ['keep-me'], domainNames: [] };
      expect(outcome).toEqual({ kind: 'changed', named });
      expect(await links.find(userId, link.id)).toEqual(expected);
    });

    test('a replaced alias stays with its link, and the link can use it again', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(links, someLink(userId, { customAlias: 'first-name' }));
      const wish = (customAlias: string | null) =>
        links.change({ userId, linkId: link.id, change: { customAlias }, at });

      const replaced = await wish('Second-Name');
      const taken = await links.add(someLink(userId, { customAlias: 'First-Name' }));
      const back = await wish('First-NAME');
      const none = await wish(null);

      const both = ['first-name', 'second-name'];
      expect(replaced).toMatchObject({
        named: { link: { customAlias: 'Second-Name' }, aliases: both },
      });
      expect(taken).toEqual({ kind: 'alias_taken' });
      expect(back).toMatchObject({ named: { link: { customAlias: 'First-NAME' }, aliases: both } });
      expect(none).toMatchObject({ named: { link: { customAlias: null }, aliases: both } });
    });

    test('a taken alias rejects the whole change', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      await added(links, someLink(userId, { customAlias: 'mine-already', shortCode: 'TaKenCd' }));
      const link = await added(links, someLink(userId));
      const wish = (customAlias: string) =>
        links.change({ userId, linkId: link.id, change: { customAlias, title: 'No' }, at });

      expect(await wish('Mine-Already')).toEqual({ kind: 'alias_taken' });
      expect(await wish('takencd')).toEqual({ kind: 'alias_taken' });
      expect(await links.find(userId, link.id)).toEqual(link);
    });

    test('new destinations start a new split test; the same ones do not', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const splitTestUrls = ['https://a.example/', 'https://b.example/'];
      const link = await added(links, someLink(userId, { splitTestUrls }));
      const split = async (urls: string[]) => {
        const outcome = await links.change({
          userId,
          linkId: link.id,
          change: { splitTestUrls: urls },
          at,
        });
        return outcome.kind === 'changed' ? outcome.named.link.splitVersion : null;
      };

      expect(await split([...splitTestUrls])).toBe(1);
      expect(await split(splitTestUrls.toReversed())).toBe(2);
      expect(await split([])).toBe(3);
    });

    test("[separate-accounts] another account's link cannot be read, changed or removed", async () => {
      const { links, newUser } = open();
      const link = await added(links, someLink(await newUser()));
      const stranger = await newUser();
      const change = { title: 'Mine now' };

      expect(await links.find(stranger, link.id)).toBeNull();
      expect(await links.change({ userId: stranger, linkId: link.id, change, at })).toEqual({
        kind: 'missing',
      });
      expect(await links.remove(stranger, link.id)).toBe(false);
      expect(await links.find(link.userId, link.id)).toEqual(link);
    });
  });

  describe(`${name}: removing`, () => {
    test('a link is removed once, and its names are never reused', async () => {
      const { links, newUser } = open();
      const userId = await newUser();
      const link = await added(
        links,
        someLink(userId, { shortCode: 'GoneCde', customAlias: 'gone-alias' }),
      );

      expect(await links.remove(userId, link.id)).toBe(true);

      expect(await links.remove(userId, link.id)).toBe(false);
      expect(await links.find(userId, link.id)).toBeNull();
      const again = (more: Partial<NewLink>) => links.add(someLink(userId, more));
      expect(await again({ customAlias: 'Gone-Alias' })).toEqual({ kind: 'alias_taken' });
      expect(await again({ customAlias: 'gonecde' })).toEqual({ kind: 'alias_taken' });
      expect(await again({ shortCode: 'GoneCde' })).toEqual({ kind: 'code_taken' });
    });
  });
}
