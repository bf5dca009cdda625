import { expect, test } from 'bun:test';
import { clockText } from '#core/shared/clock-text';

test.each([
  ['2026-11-27T01:00:00Z', 'Europe/Berlin', '2 AM'],
  ['2026-11-27T13:30:00Z', 'UTC', '1:30 PM'],
  ['2026-11-27T00:00:00Z', 'UTC', '12 AM'],
  ['2026-11-27T06:30:00Z', 'Asia/Kolkata', '12 PM'],
])('%s in %s is %s', (at, timeZone, text) => {
  expect(clockText(new Date(at), timeZone)).toBe(text);
});
