import { expect, test } from 'bun:test';
import { changedSearchParams } from '#web/app/state/search-params.ts';
import { filterNames } from '#contract/analytics/report-filters';
import { filterOfDimension } from '#contract/analytics/report-filters';
import { dimensionOf } from '#web/features/analytics/filters/dimensions.ts';
import {
  filterChange,
  filtersOf,
  hasValue,
  withoutFilter,
  withoutValue,
  withValue,
} from '#web/features/analytics/filters/filters.ts';
import {
  aboutLink,
  askedOf,
  questionOf,
  searchOf,
} from '#web/features/analytics/report/question.ts';

const parsed = (search: string) => filtersOf(new URLSearchParams(search));

test('several values of one filter are read in their order, and each value once', () => {
  const filters = parsed('country=DE&country=US&country=DE&device=mobile&colour=red');

  expect(filters).toEqual({ country: ['DE', 'US'], device: ['mobile'] });
});

test('a filter without a value, with too long a value or with too many is cut to what the API takes', () => {
  const many = Array.from({ length: 25 }, (_, index) => `referrer=site${index}.example`).join('&');

  const filters = parsed(`country=&city=${'x'.repeat(257)}&utm_term=${'x'.repeat(256)}&${many}`);

  expect(filters.country).toBeUndefined();
  expect(filters.city).toBeUndefined();
  expect(filters.utm_term).toHaveLength(1);
  expect(filters.referrer).toHaveLength(20);
});

test('[shared-report] an address says its filters again after they were read', () => {
  const search = 'range=30d&country=DE&country=US&utm_source=news+letter&utm_source=%28none%29';
  const searchParams = new URLSearchParams(search);

  const again = changedSearchParams(
    new URLSearchParams('range=30d'),
    filterChange(filtersOf(searchParams)),
  );

  expect(again.toString()).toBe(search);
});

test('a value is added once, and a filter goes with its last value', () => {
  const one = withValue({}, 'country', 'DE');
  const two = withValue(withValue(one, 'country', 'US'), 'country', 'DE');

  expect(two).toEqual({ country: ['DE', 'US'] });
  expect(hasValue(two, 'country', 'US')).toBe(true);
  expect(withoutValue(two, 'country', 'DE')).toEqual({ country: ['US'] });
  expect(withoutValue(one, 'country', 'DE')).toEqual({});
  expect(withoutFilter({ ...two, device: ['mobile'] }, 'country')).toEqual({ device: ['mobile'] });
});

test('a filter takes no more values than the API does', () => {
  const full = filtersOf(
    new URLSearchParams(Array.from({ length: 20 }, (_, index) => ['city', `City ${index},DE`])),
  );

  expect(withValue(full, 'city', 'Berlin,DE')).toBe(full);
});

test('the API is asked what the address says, in days of the given zone', () => {
  const question = questionOf(
    new URLSearchParams('from=2026-10-24&to=2026-11-22&compare=year&country=DE&country=US'),
  );

  expect(askedOf(question, 'Europe/Berlin')).toEqual({
    tz: 'Europe/Berlin',
    from: '2026-10-24',
    to: '2026-11-22',
    compare: 'year',
    country: ['DE', 'US'],
  });
});

test('a question about one link replaces the links of the address', () => {
  const question = questionOf(new URLSearchParams('link=abc&link=def&device=mobile'));

  expect(askedOf(aboutLink(question, 'xyz'), 'UTC')).toEqual({
    tz: 'UTC',
    range: '7d',
    link: ['xyz'],
    device: ['mobile'],
  });
});

test('every list sets a filter of its own, and every filter but labels and the class of visits has its list', () => {
  const lists = Object.values(filterOfDimension);

  expect(new Set(lists).size).toBe(lists.length);
  expect(filterNames.filter((name) => dimensionOf(name) === null)).toEqual([
    'tag',
    'folder',
    'class',
  ]);
});

test("a link's page is asked the same, without the links of the address", () => {
  const question = questionOf(
    new URLSearchParams(
      'from=2026-10-24&to=2026-11-22&compare=year&link=abc&country=DE&country=US',
    ),
  );

  expect(searchOf(question)).toBe(
    'from=2026-10-24&to=2026-11-22&compare=year&country=DE&country=US',
  );
});
