import { expect, test } from 'bun:test';
import { change } from '#core/analytics/change';

test.each([
  [{ before: 0, recent: 0 }, null],
  [{ before: 0, recent: 3 }, 'new'],
  [{ before: 0, recent: -500 }, null],
  [{ before: 100, recent: 112 }, 12],
  [{ before: 1000, recent: 965 }, -3.5],
  [{ before: 3, recent: 4 }, 33.3],
  [{ before: 8, recent: 8 }, 0],
  [{ before: 5, recent: 0 }, -100],
  [{ before: -200, recent: -100 }, 50],
] as const)('%o is a change of %p', (periods, expected) => {
  expect(change(periods)).toBe(expected);
});
