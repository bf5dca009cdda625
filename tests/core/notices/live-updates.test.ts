import { expect, test } from 'bun:test';
import { type LiveUpdate, liveUpdates, type Standing } from '#core/notices/live-updates';
import { aRoutedLink } from '#tests/support/builders/links';

/** Open pages, with sessions, notices and numbers that the test sets. */
function world(limits = { perAccount: 3, inAll: 5 }) {
  const living = new Set<string>();
  const standings = new Map<string, Standing>();
  const marks = new Map<string, string>();
  const live = liveUpdates({
    sessions: { living: async (sids) => new Set(sids.filter((sid) => living.has(sid))) },
    notices: { standings: async () => standings },
    numbers: { marks: async () => marks },
    clock: { now: () => 0 },
    limits,
  });
  const open = (userId: string, sid = userId) => {
    living.add(sid);
    const heard: (LiveUpdate | 'end')[] = [];
    const leave = live.open({
      ...{ userId, sid, send: (update) => heard.push(update), end: () => heard.push('end') },
    });
    return { heard, leave };
  };
  return { ...{ live, living, standings, marks, open } };
}

const noticed = (unread: number) => ({ kind: 'notices' as const, unread });

test('a page hears once of each change, and only of its own account’s', async () => {
  const { live, standings, open } = world();
  const [ada, eve] = [open('ada'), open('eve')];
  await live.pollNotices();
  await live.pollNotices();
  standings.set('ada', { unread: 2, mark: 'two' });
  await live.pollNotices();
  await live.pollNotices();

  expect(ada.heard).toEqual([noticed(0), noticed(2)]);
  expect(eve.heard).toEqual([noticed(0)]);
});

test('a new page hears how things stand, whatever was told before it', async () => {
  const { live, standings, open } = world();
  standings.set('ada', { unread: 1, mark: 'one' });
  open('ada');
  await live.pollNotices();

  const later = open('ada');
  await live.pollNotices();

  expect(later.heard).toEqual([noticed(1)]);
});

test('numbers are told once to a new page, which may show older ones, and then when they change', async () => {
  const { live, marks, open } = world();
  marks.set('ada', '10 clicks');
  const ada = open('ada');
  await live.pollNumbers();
  await live.pollNumbers();
  marks.set('ada', '11 clicks');
  await live.pollNumbers();
  await live.pollNumbers();
  const later = open('ada');
  await live.pollNumbers();

  expect(ada.heard).toEqual([{ kind: 'numbers' }, { kind: 'numbers' }]);
  expect(later.heard).toEqual([{ kind: 'numbers' }]);
});

test('a page that opens while numbers are looked at is told at the next look', async () => {
  const { live, marks, open } = world();
  marks.set('ada', '10 clicks');
  open('ada');
  const looking = live.pollNumbers();
  const later = open('ada');
  await looking;
  expect(later.heard).toEqual([]);

  await live.pollNumbers();

  expect(later.heard).toEqual([{ kind: 'numbers' }]);
});

test('changed links are told once, and only to pages of their account', async () => {
  const { live, open } = world();
  const [ada, eve] = [open('ada'), open('eve')];

  const put = (userId: string) => live.noteLink({ kind: 'put', link: aRoutedLink({ userId }) });
  const removed = (userId: string | null) =>
    live.noteLink({ kind: 'removed', linkId: 'a link', userId, isErased: true });

  expect([put('ada'), removed('ada')]).toEqual([true, true]);
  expect([put('joe'), removed('joe'), removed(null)]).toEqual([false, false, false]);
  await live.pollNotices();
  await live.pollNotices();

  expect(ada.heard).toEqual([{ kind: 'links' }, noticed(0)]);
  expect(eve.heard).toEqual([noticed(0)]);
});

test('pages of a session that is over are ended; others of the account go on', async () => {
  const { live, living, standings, open } = world();
  const [gone, stays] = [open('ada', 'phone'), open('ada', 'desk')];
  living.delete('phone');
  await live.pollNotices();
  standings.set('ada', { unread: 1, mark: 'one' });
  await live.pollNotices();

  expect(gone.heard).toEqual(['end']);
  expect(stays.heard).toEqual([noticed(0), noticed(1)]);
});

test('beyond the limits, of an account and in all, pages are refused until others go', () => {
  const { live, open } = world();
  const first = open('ada');
  open('ada');
  open('ada');
  expect(() => open('ada')).toThrow('Too many pages are open at once');
  open('eve');
  open('eve');
  expect(() => open('joe')).toThrow('Too many pages are open at once');

  first.leave();
  first.leave();
  const last = open('joe');

  live.close();
  expect(last.heard).toEqual(['end']);
  expect(() => open('ada')).toThrow('Too many pages are open at once');
});
