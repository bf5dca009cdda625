import { expect, test } from 'bun:test';
import type { NoticeJson as Notice } from '#contract/notices';
import { groupNotices } from '#web/features/notices/group-notices.ts';

const now = new Date(2026, 5, 15, 12);
let made = 0;

function notice(more: Partial<Notice>): Notice {
  made += 1;
  return {
    id: `n${made}`,
    kind: 'first_click',
    isRead: true,
    count: null,
    amounts: [],
    text: null,
    link: null,
    happenedAt: now.toISOString(),
    ...more,
  };
}

const link = (id: string) => ({ id, shortUrl: `https://go.example/${id}`, title: null });
const onDay = (day: number) => new Date(2026, 5, day, 0, 1).toISOString();

test('days are named in the browser’s time zone, newest first', () => {
  const days = groupNotices(
    [15, 14, 13].map((day) => notice({ happenedAt: onDay(day) })),
    now,
  );

  expect(days.map(({ title }) => title)).toEqual(['Today', 'Yesterday', 'Jun 13, 2026']);
});

test('notices of a link are grouped; notices about the account stand alone', () => {
  const [day] = groupNotices(
    [
      notice({ link: link('a') }),
      notice({ kind: 'password_changed' }),
      notice({ link: link('b') }),
      notice({ link: link('a'), kind: 'click_milestone', count: 10 }),
      notice({ kind: 'trial_ending', count: 1 }),
    ],
    now,
  );

  const groups = day?.groups.map(({ link: of, lines }) => [of?.id ?? null, lines.length]);
  expect(groups).toEqual([
    ['a', 2],
    [null, 1],
    ['b', 1],
    [null, 1],
  ]);
});

test('conversions of a link and day are one line: counts and amounts summed, unread if any is', () => {
  const sale = { kind: 'conversions', link: link('a') } as const;
  const [today, yesterday] = groupNotices(
    [
      notice({ ...sale, id: 'x', count: 2, amounts: [{ currency: 'USD', value: 10 }] }),
      notice({
        ...sale,
        id: 'y',
        count: 1,
        isRead: false,
        amounts: [
          { currency: 'EUR', value: 5 },
          { currency: 'USD', value: 1 },
        ],
      }),
      notice({ ...sale, id: 'z', count: 7, happenedAt: onDay(14) }),
    ],
    now,
  );

  expect(today?.groups[0]?.lines).toMatchObject([
    {
      ids: ['x', 'y'],
      count: 3,
      isRead: false,
      amounts: [
        { currency: 'USD', value: 11 },
        { currency: 'EUR', value: 5 },
      ],
    },
  ]);
  expect(yesterday?.groups[0]?.lines).toMatchObject([{ ids: ['z'], count: 7 }]);
});
