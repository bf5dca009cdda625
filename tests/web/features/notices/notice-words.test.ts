import { expect, test } from 'bun:test';
import type { NoticeLine } from '#web/features/notices/group-notices.ts';
import { noticePath } from '#web/features/notices/notice-days.tsx';

const now = new Date(2026, 10, 22, 12);

function notice(more: Partial<NoticeLine>): NoticeLine {
  return {
    ids: ['n'],
    kind: 'conversions',
    isRead: true,
    count: 1,
    amounts: [],
    text: null,
    link: { id: 'l', shortUrl: 'https://go.example/l', title: null },
    happenedAt: now.toISOString(),
    ...more,
  };
}

test.each([
  [new Date(2026, 10, 16, 0, 1), '/conversions?range=7d&link=l'],
  [new Date(2026, 10, 15, 23, 59), '/conversions?range=30d&link=l'],
  [new Date(2026, 8, 1), '/conversions?range=90d&link=l'],
])('a notice of conversions at %p opens a range that has its day', (at, path) => {
  expect(noticePath(notice({ happenedAt: at.toISOString() }), now)).toBe(path);
});

test('a notice of an expired link opens the page of that link', () => {
  expect(noticePath(notice({ kind: 'link_expired' }), now)).toBe('/links/l');
});
