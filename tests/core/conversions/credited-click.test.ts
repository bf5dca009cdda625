import { expect, test } from 'bun:test';
import { creditedClick } from '#core/conversions/judge-click';
import { dayMs } from '#core/shared/time';

const nowMs = Date.UTC(2026, 5, 30, 12);
const clickAt = (atMs: number) => ({
  clickId: Bun.randomUUIDv7('hex', atMs),
  variant: 2,
  linkNumber: 7,
});

test('[attribution] a click on the link within 30 days gets the credit, to the millisecond', () => {
  const [youngest, oldest, older] = [nowMs, nowMs - 30 * dayMs, nowMs - 30 * dayMs - 1].map(
    clickAt,
  );
  if (!youngest || !oldest || !older) throw new Error('three clicks');

  expect(creditedClick(youngest, 7, nowMs)).toEqual({ clickId: youngest.clickId, variant: 2 });
  expect(creditedClick(oldest, 7, nowMs)).toEqual({ clickId: oldest.clickId, variant: 2 });
  expect(creditedClick(older, 7, nowMs)).toBeNull();
});

test('[attribution] a click on another link, and a missing click, get no credit', () => {
  expect(creditedClick(clickAt(nowMs), 8, nowMs)).toBeNull();
  expect(creditedClick(null, 7, nowMs)).toBeNull();
});
