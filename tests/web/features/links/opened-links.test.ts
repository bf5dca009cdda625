import { expect, test } from 'bun:test';
import { inPage } from '#tests/support/page';

const { withOpened } = await inPage(() => import('#web/features/links/opened-links.ts'));

test('the link opened last is the first, and each link is remembered once', () => {
  expect(withOpened(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
});

test('five links are remembered', () => {
  expect(withOpened(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
});
