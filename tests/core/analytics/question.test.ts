import { expect, test } from 'bun:test';
import { readQuestion } from '#core/analytics/question';
import { Refusal } from '#core/shared/refusal';

const linkId = '0190c6a4-5d2e-7cc0-98b2-2f1f3e4d5c6b';

test('the defaults are seven days, UTC and all links', () => {
  expect(readQuestion({})).toEqual({
    linkId: null,
    days: 7,
    timeZone: 'UTC',
    wantsAllReferrers: false,
  });
});

test('all parameters are read', () => {
  const asked = { timeRange: '90d', tz: 'Asia/Kolkata', linkId, full: 'referrers' };

  expect(readQuestion(asked)).toEqual({
    linkId,
    days: 90,
    timeZone: 'Asia/Kolkata',
    wantsAllReferrers: true,
  });
});

test('all time is a range whose days depend on the account', () => {
  expect(readQuestion({ timeRange: 'all' }).days).toBe('all');
});

test.each([
  [{ timeRange: '8d' }, 'timeRange'],
  [{ timeRange: '' }, 'timeRange'],
  [{ timeRange: 'constructor' }, 'timeRange'],
  [{ tz: 'Mars/Phobos' }, 'tz'],
  [{ tz: '' }, 'tz'],
  [{ linkId: 'x' }, 'linkId'],
  [{ linkId: '' }, 'linkId'],
  [{ full: 'cities' }, 'full'],
])('%o is rejected, naming %s but not the input', (asked, path) => {
  try {
    readQuestion(asked);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe('invalid');
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect(error.message).not.toContain('Phobos');
  }
});
