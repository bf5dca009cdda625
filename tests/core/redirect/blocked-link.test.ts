import { expect, test } from 'bun:test';
import { readBlocklist } from '#core/links/blocklist';
import { isBlockedLink } from '#core/redirect/blocked-link';
import { linkIndex } from '#core/redirect/link-index';
import { aRoutedLink } from '#tests/support/builders/links';

const link = aRoutedLink({
  aliases: ['summer'],
  originalUrl: 'https://shop.example/',
  destinations: ['https://a.example/', 'https://b.example/'],
});
const nobody = () => false;

test.each([
  ['', false],
  ['/Ab3dEfG', true],
  ['/AB3DEFG', false],
  ['/Summer', true],
  ['shop.example', true],
  ['b.example', true],
  ['*.example', true],
  ['c.example', false],
])('[blocklist] the entry %p blocks the link: %p', (entry, isBlocked) => {
  expect(isBlockedLink(readBlocklist(entry).list, link, nobody)).toBe(isBlocked);
});

test('[blocklist] a link of a blocked owner is blocked', () => {
  const { list } = readBlocklist('');

  expect(isBlockedLink(list, link, (userId) => userId === link.userId)).toBe(true);
});

test('[blocklist] the index returns a link as blocked or not, and stores it unchanged', () => {
  const blocked = new Set<string>();
  const index = linkIndex(nobody, ({ id }) => blocked.has(id));
  const told: unknown[] = [];
  index.watch((change) => told.push(change));
  index.put(link);
  const judge = () => {
    for (const each of index.links()) index.judge(each);
  };

  blocked.add(link.id);
  expect(index.find('summer')?.isBlocked).toBeUndefined();
  judge();
  expect([index.find('summer'), index.find(link.code), index.findByNumber(7)]).toEqual([
    { ...link, isBlocked: true },
    { ...link, isBlocked: true },
    { ...link, isBlocked: true },
  ]);
  expect([...index.links()]).toEqual([link]);

  index.put({ ...link, version: 2, aliases: ['summer', 'autumn'] });
  expect(index.find('autumn')?.isBlocked).toBe(true);
  blocked.clear();
  judge();
  expect(index.find('autumn')?.isBlocked).toBeUndefined();
  expect(told).toHaveLength(2);
});

test('[blocklist] checking the blocklist does not restore a deleted link', () => {
  const index = linkIndex(nobody, () => true);
  index.put(link);
  index.erase(link.id);

  index.judge(link);

  expect(index.find(link.code)).toBeUndefined();
});
