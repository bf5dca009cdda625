import { expect, test } from 'bun:test';
import type { LiveEvent, LiveNumbers } from '#core/live/live-numbers';
import { liveUpdates, type Standing } from '#core/live/live-updates';
import type { LiveUpdate } from '#core/live/open-pages';
import { aRoutedLink } from '#tests/support/builders/links';

/** Open pages, with sessions, notices and numbers that the test sets. */
function world(limits = { perAccount: 3, inAll: 5 }) {
  const living = new Set<string>();
  const standings = new Map<string, Standing>();
  const numbers = new Map<string, LiveNumbers>();
  const names = new Map<string, string>();
  const [erased, banned] = [new Set<string>(), new Set<string>()];
  const time = { nowMs: 0 };
  const readAlone: string[] = [];
  const reads: { userIds: readonly string[]; erasedLinkIds: readonly string[] }[] = [];
  const live = liveUpdates({
    sessions: { living: async (sids) => new Set(sids.filter((sid) => living.has(sid))) },
    notices: { standings: async () => standings },
    bans: { isBanned: (userId) => banned.has(userId) },
    numbers: {
      read: async (userIds, erasedLinkIds) => {
        reads.push({ userIds, erasedLinkIds });
        return numbers;
      },
      markOf: async (userId) => {
        readAlone.push(userId);
        const found = numbers.get(userId);
        if (found === undefined) throw new Error('the event store is away');
        return found.mark;
      },
    },
    links: { pendingErasures: async () => [...erased], names: async () => names },
    clock: { now: () => time.nowMs },
    limits,
  });
  const open = (userId: string, sid = userId) => {
    living.add(sid);
    const heard: (LiveUpdate | 'end')[] = [];
    const leave = live.open({
      userId,
      sid,
      send: (update) => heard.push(update),
      end: () => heard.push('end'),
    });
    return { heard, leave };
  };
  return { live, living, standings, numbers, names, erased, banned, reads, readAlone, time, open };
}

const noticed = (unread: number) => ({ kind: 'notices' as const, unread });

test('[blocklist] a page of a person who is banned hears nothing more and is closed', async () => {
  for (const poll of ['pollNotices', 'pollNumbers'] as const) {
    const { live, standings, numbers, banned, open } = world();
    const [ada, eve] = [open('ada'), open('eve')];
    for (const userId of ['ada', 'eve']) {
      standings.set(userId, { unread: 1, mark: 'one' });
      numbers.set(userId, { mark: 'one', clicksNow: 1, latest: [] });
    }
    banned.add('eve');

    await live[poll]();

    expect(eve.heard).toEqual(['end']);
    expect(ada.heard).not.toEqual([]);
    expect(ada.heard).not.toContain('end');
  }
});

test('a page is notified once of each change, and only of its own account’s changes', async () => {
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

test('a new page receives the current state, independent of earlier messages', async () => {
  const { live, standings, open } = world();
  standings.set('ada', { unread: 1, mark: 'one' });
  open('ada');
  await live.pollNotices();

  const later = open('ada');
  await live.pollNotices();

  expect(later.heard).toEqual([noticed(1)]);
});

const standing = (mark: string, given: Partial<LiveNumbers> = {}): LiveNumbers => ({
  mark,
  clicksNow: 0,
  latest: [],
  ...given,
});
const click = (linkId: string): LiveEvent => ({
  id: `a click of ${linkId}`,
  kind: 'click',
  atMs: 1,
  linkId,
  country: 'DE',
  device: 'mobile',
  sale: null,
});
const quiet: LiveUpdate = { kind: 'live', clicksNow: 0, latest: [] };
const changed = (mark: string): LiveUpdate => ({ kind: 'numbers', mark: `${mark}/` });

test('a page is notified of numbers once when it opens, and then when they change', async () => {
  const { live, numbers, open } = world();
  numbers.set('ada', standing('10 clicks'));
  const ada = open('ada');
  await live.pollNumbers();
  await live.pollNumbers();
  numbers.set('ada', standing('11 clicks'));
  await live.pollNumbers();
  await live.pollNumbers();
  const later = open('ada');
  await live.pollNumbers();

  expect(ada.heard).toEqual([changed('10 clicks'), quiet, changed('11 clicks')]);
  expect(later.heard).toEqual([changed('11 clicks'), quiet]);
});

test('a page that opens during a poll of numbers is notified by the next poll', async () => {
  const { live, numbers, open } = world();
  numbers.set('ada', standing('10 clicks'));
  open('ada');
  const polling = live.pollNumbers();
  const later = open('ada');
  await polling;
  expect(later.heard).toEqual([]);

  await live.pollNumbers();

  expect(later.heard).toEqual([changed('10 clicks'), quiet]);
});

test('[live-pages] a page shows what happens now on the links of its own account, by their names', async () => {
  const { live, numbers, names, open } = world();
  const [ada, eve] = [open('ada'), open('eve')];
  names.set('autumn', 'Autumn sale');
  numbers.set('ada', standing('1', { clicksNow: 1, latest: [click('autumn')] }));
  await live.pollNumbers();
  await live.pollNumbers();
  numbers.set('ada', standing('1', { clicksNow: 0, latest: [click('autumn')] }));
  await live.pollNumbers();

  const latest = [{ ...click('autumn'), linkName: 'Autumn sale' }];
  expect(ada.heard).toEqual([
    changed('1'),
    { kind: 'live', clicksNow: 1, latest },
    { kind: 'live', clicksNow: 0, latest },
  ]);
  expect(eve.heard).toEqual([changed(''), quiet]);
});

test('[live-pages] events of a deleted link are neither read nor shown', async () => {
  const { live, numbers, erased, reads, open } = world();
  const ada = open('ada');
  erased.add('gone');
  numbers.set('ada', standing('1', { latest: [click('gone a moment ago')] }));
  await live.pollNumbers();

  expect(reads).toEqual([{ userIds: ['ada'], erasedLinkIds: ['gone'] }]);
  expect(ada.heard).toEqual([changed('1'), quiet]);
});

test('[live-pages] a poll reads the numbers of five hundred pages together, and nothing without a page', async () => {
  const { live, reads, open } = world({ perAccount: 5, inAll: 500 });
  await live.pollNumbers();
  expect(reads).toEqual([]);
  for (let page = 0; page < 500; page += 1) open(`account ${page % 100}`);

  await live.pollNumbers();

  expect(reads.map(({ userIds }) => userIds.length)).toEqual([100]);
});

test('changed links are reported once, and only to pages of their account', async () => {
  const { live, open } = world();
  const [ada, eve] = [open('ada'), open('eve')];

  const put = (userId: string) => live.recordLink({ kind: 'put', link: aRoutedLink({ userId }) });
  const removed = (userId: string | null) =>
    live.recordLink({ kind: 'removed', linkId: 'a link', userId, isErased: true });

  expect([put('ada'), removed('ada')]).toEqual([true, true]);
  expect([put('joe'), removed('joe'), removed(null)]).toEqual([false, false, false]);
  await live.pollNotices();
  await live.pollNotices();

  expect(ada.heard).toEqual([{ kind: 'links', mark: null }, noticed(0)]);
  expect(eve.heard).toEqual([noticed(0)]);
});

test('[live-pages] an answer has the mark of the update that it includes, until something changes', async () => {
  const { live, numbers, time, open } = world();
  numbers.set('ada', standing('10 clicks'));
  const beforeOpening = await live.markFor('ada');
  const ada = open('ada');
  await live.pollNumbers();
  const marks = [beforeOpening, await live.markFor('ada')];

  time.nowMs = 1;
  live.recordLink({ kind: 'put', link: aRoutedLink({ userId: 'ada' }) });
  await live.pollNotices();
  marks.push(await live.markFor('ada'));
  time.nowMs = 2;
  live.recordLink({ kind: 'removed', linkId: 'a link', userId: 'ada', isErased: true });
  numbers.set('ada', standing('11 clicks'));
  await live.pollNumbers();
  marks.push(await live.markFor('ada'));

  expect(marks).toEqual(['10 clicks/', '10 clicks/', '10 clicks/1.1', '11 clicks/2.2']);
  expect(ada.heard).toEqual([
    { kind: 'numbers', mark: '10 clicks/' },
    quiet,
    { kind: 'links', mark: '10 clicks/1.1' },
    noticed(0),
    { kind: 'numbers', mark: '11 clicks/2.2' },
  ]);
});

test('[live-pages] a page that opens after a change of its links gets a mark that no older answer has', async () => {
  const { live, numbers, time, open } = world();
  numbers.set('ada', standing('10 clicks'));
  const answered = await live.markFor('ada');
  live.recordLink({ kind: 'put', link: aRoutedLink({ userId: 'ada' }) });
  time.nowMs = 9 * 60_000;
  const ada = open('ada');
  await live.pollNumbers();

  expect(answered).toBe('10 clicks/');
  expect(ada.heard).toEqual([{ kind: 'numbers', mark: '10 clicks/0.1' }, quiet]);
});

test('answers within two seconds read the mark once, later answers read it again', async () => {
  const { live, numbers, readAlone, time } = world();
  numbers.set('ada', standing('10 clicks'));
  const together = await Promise.all([live.markFor('ada'), live.markFor('ada')]);
  numbers.set('ada', standing('11 clicks'));
  const markAt = (nowMs: number) => {
    time.nowMs = nowMs;
    return live.markFor('ada');
  };

  expect(together).toEqual(['10 clicks/', '10 clicks/']);
  expect(await markAt(1999)).toBe('10 clicks/');
  expect(readAlone).toEqual(['ada']);
  expect(await markAt(2000)).toBe('11 clicks/');
  numbers.set('ada', standing('12 clicks'));
  // The clock was set back.
  expect(await markAt(-2000)).toBe('12 clicks/');
});

test.each([
  [
    'this instance stores events',
    async (live: ReturnType<typeof liveUpdates>) => live.recordStored(),
  ],
  ['another one may have', (live: ReturnType<typeof liveUpdates>) => live.pollNumbers()],
])('the mark is read again when %s', async (_, happens) => {
  const { live, numbers } = world();
  numbers.set('ada', standing('10 clicks'));
  await live.markFor('ada');
  numbers.set('ada', standing('11 clicks'));
  await happens(live);

  expect(await live.markFor('ada')).toBe('11 clicks/');
});

test('an answer has no mark while it cannot be read', async () => {
  const { live, numbers } = world();
  expect(await live.markFor('ada')).toBeNull();
  numbers.set('ada', standing('10 clicks'));
  expect(await live.markFor('ada')).toBe('10 clicks/');
});

test('pages of an ended session are closed; others of the account stay', async () => {
  const { live, living, standings, open } = world();
  const [gone, stays] = [open('ada', 'phone'), open('ada', 'desk')];
  living.delete('phone');
  await live.pollNotices();
  standings.set('ada', { unread: 1, mark: 'one' });
  await live.pollNotices();

  expect(gone.heard).toEqual(['end']);
  expect(stays.heard).toEqual([noticed(0), noticed(1)]);
});

test('pages beyond the limits, per account and in total, are rejected until others close', () => {
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
