import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ReportPace } from '#contract/analytics/mailed-reports';
import { nextTime, slotOf } from '#core/mailed-reports/slots';

const at = (text: string) => Date.parse(text);
const berlin = (every: ReportPace, hour = 8) => ({ every, hour, timeZone: 'Europe/Berlin' });
const slot = (...asked: Parameters<typeof slotOf>) => {
  const { from, to } = slotOf(...asked);
  return [from.toString(), to.toString()];
};

test('a report is mailed at its hour: each day, on Mondays, on the first of the month', () => {
  const now = at('2026-11-26T06:59:59Z'); // A Thursday, a second before 8:00 in Berlin.

  expect(nextTime(berlin('day'), now).toISOString()).toBe('2026-11-26T07:00:00.000Z');
  expect(nextTime(berlin('day'), now + 1000).toISOString()).toBe('2026-11-27T07:00:00.000Z');
  expect(nextTime(berlin('week'), now).toISOString()).toBe('2026-11-30T07:00:00.000Z');
  expect(nextTime(berlin('month'), now).toISOString()).toBe('2026-12-01T07:00:00.000Z');
});

test('it is about the day, the week or the month that ended last', () => {
  const now = at('2026-11-30T07:00:00Z'); // A Monday.

  expect(slot(berlin('day'), now)).toEqual(['2026-11-29', '2026-11-29']);
  expect(slot(berlin('week'), now)).toEqual(['2026-11-23', '2026-11-29']);
  expect(slot(berlin('month'), now)).toEqual(['2026-10-01', '2026-10-31']);
});

test('after days without Waypost it is about the newest one alone', () => {
  const before = at('2026-11-26T06:00:00Z'); // Not 8:00 yet: Wednesday's report is not due.

  expect(slot(berlin('day'), before)).toEqual(['2026-11-24', '2026-11-24']);
});

test('an hour that the clocks skip is the next one, and a repeated one is the first', () => {
  expect(nextTime(berlin('day', 2), at('2026-03-28T12:00:00Z')).toISOString()).toBe(
    '2026-03-29T01:00:00.000Z',
  );
  expect(nextTime(berlin('day', 2), at('2026-10-24T12:00:00Z')).toISOString()).toBe(
    '2026-10-25T00:00:00.000Z',
  );
});

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia'];

test('the next time is later, and each one has a period of its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<ReportPace>('day', 'week', 'month'),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom(...zones),
      fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
      (every, hour, timeZone, now) => {
        const schedule = { every, hour, timeZone };
        const next = nextTime(schedule, now).getTime();
        const second = nextTime(schedule, next).getTime();

        expect(next).toBeGreaterThan(now);
        expect(slot(schedule, next)[0] ?? '').toBe(slot(schedule, second - 1)[0] ?? '');
        const gap = slotOf(schedule, next).to.add({ days: 1 });
        expect(slotOf(schedule, second).from.equals(gap)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
