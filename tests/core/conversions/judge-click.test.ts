import { expect, test } from 'bun:test';
import { judgeClick, linkOfReport } from '#core/conversions/judge-click';
import type { AttemptReason } from '#core/conversions/reports/attempt';
import { dayMs } from '#core/shared/time';
import { aRoutedLink } from '#tests/support/builders/links';

const nowMs = Date.UTC(2026, 5, 30, 12);
const link = aRoutedLink({ number: 7 });
const signed = (change: { linkNumber?: number; atMs?: number } = {}) => ({
  clickId: Bun.randomUUIDv7('hex', change.atMs ?? nowMs),
  linkNumber: change.linkNumber ?? 7,
  variant: 2,
});
const reading = (facts: ReturnType<typeof signed> | null) => ({
  read: (cid: string) => (cid === 'cid' ? facts : null),
});

test('[attribution] a click id credits its click, or a reason says why it does not', () => {
  const own = signed();
  const judge = (facts: ReturnType<typeof signed> | null, cid = 'cid') =>
    judgeClick(reading(facts), cid, { link, atMs: nowMs });
  const none = (reason: AttemptReason) => ({ click: null, reason });

  expect(judge(own)).toEqual({ click: { clickId: own.clickId, variant: 2 }, reason: 'none' });
  expect(judge(own, '')).toEqual(none('none'));
  expect(judge(null)).toEqual(none('cid_unreadable'));
  expect(judge(signed({ linkNumber: 8 }))).toEqual(none('cid_elsewhere'));
  expect(judge(signed({ atMs: nowMs - 31 * dayMs }))).toEqual(none('cid_too_old'));
});

test('a report is of the link that it names, else of the one in its click id', () => {
  const named = aRoutedLink({ number: 9 });
  const links = {
    find: (name: string) => (name === 'summer' ? named : undefined),
    findByNumber: (number: number) => (number === 7 ? link : undefined),
  };
  const of = (name: string, facts: ReturnType<typeof signed> | null) =>
    linkOfReport({ links, clickIds: reading(facts) }, { name, cid: 'cid' });

  expect(of('summer', signed())).toBe(named);
  expect(of('winter', signed())).toBeUndefined();
  expect(of('', signed())).toBe(link);
  expect(of('', null)).toBeUndefined();
});
