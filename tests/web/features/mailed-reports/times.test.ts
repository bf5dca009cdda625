import { expect, test } from 'bun:test';
import { timesOf } from '#web/features/mailed-reports/mailed-reports.ts';

const [nextAt, sentAt] = ['2026-12-01T13:00:00Z', '2026-11-01T13:00:00Z'];

test('a report that is off has no next time', () => {
  expect(timesOf({ isEnabled: true, nextAt, sentAt })).toMatch(/^Next Dec 1.* · Last sent Nov 1/);
  expect(timesOf({ isEnabled: true, nextAt, sentAt: null })).toMatch(/^Next Dec 1[^·]*$/);
  expect(timesOf({ isEnabled: false, nextAt, sentAt })).toMatch(/^Last sent Nov 1/);
});
