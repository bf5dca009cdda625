import { expect, test } from 'bun:test';
import { ignoredParts } from '#web/features/analytics/report/ignored-parts.ts';

const ignored = (search: string) => ignoredParts(new URLSearchParams(search));

test('an address that the report follows in everything has no ignored parts', () => {
  expect(ignored('')).toEqual([]);
  expect(ignored('range=30d&compare=year&country=DE&country=FR&measure=rate&places=map')).toEqual(
    [],
  );
  expect(ignored('from=2026-11-01&to=2026-11-05&country=DE&country=DE')).toEqual([]);
});

test.each([
  ['from=2026-11-20&to=2026-11-01', 'the days'],
  ['from=2026-11-20', 'the days'],
  ['from=2026-02-31&to=2026-03-05', 'the days'],
  ['range=5y', 'the range'],
  ['range=7d&range=30d', 'the range'],
  ['compare=decade', 'the comparison'],
  ['compare=year&compare=previous', 'the comparison'],
  [`browser=${'x'.repeat(10_000)}`, 'values of Browser'],
  ['country=', 'values of Country'],
  [Array.from({ length: 21 }, (_, i) => `referrer=${i}.example`).join('&'), 'values of Referrer'],
])('an address with a wrong part is told which (%#)', (search, part) => {
  expect(ignored(search)).toEqual([part]);
});
