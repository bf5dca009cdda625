import { expect, test } from 'bun:test';
import { conversionRate, nothingYet } from '#core/links/link-totals';

test.each([
  [0, 0, 0],
  [5, 0, 0],
  [0, 9, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [1, 2001, 0],
  [3, 2, 150],
])('%d conversions of %d clicks are %d percent', (conversions, clicks, percent) => {
  expect(conversionRate({ ...nothingYet, conversions, clicks })).toBe(percent);
});
