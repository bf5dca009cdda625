import { expect, test } from 'bun:test';
import { changedSearchParams } from '#web/app/state/search-params.ts';
import { filterNames } from '#contract/analytics/report-filters';
import { filterOfDimension } from '#contract/analytics/report-filters';
import { dimensionOf } from '#web/features/analytics/filters/dimensions.ts';
import {
  countedClasses,
  filterChange,
  filtersOf,
  hasValue,
  withoutFilter,
  withoutValue,
  withValue,
} from '#web/features/analytics/filters/filters.ts';
import { ignoredParts } from '#web/features/analytics/report/ignored-parts.ts';
import { partsIn } from '#web/features/analytics/filters/filter-dialog.tsx';
import { narrowedBy } from '#web/features/analytics/report/values.ts';
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

test('[shared-report] a filter leaves values out or asks for parts, in the address, the report and the query', () => {
  const address = 'country=DE&referrer=goo&browser=fox&device=mobile&not=country&not=browser';
  const search = new URLSearchParams(`${address}&contains=referrer&contains=browser`);
  const question = questionOf(search);

  expect(question.filters.operators).toEqual({
    country: 'isNot',
    referrer: 'contains',
    browser: 'doesNotContain',
  });
  const again = changedSearchParams(new URLSearchParams(), filterChange(question.filters));
  expect(filtersOf(again)).toEqual(question.filters);
  expect(askedOf(question, 'UTC')).toMatchObject({
    country: ['DE'],
    not: ['country', 'browser'],
    contains: ['browser', 'referrer'],
  });
  expect(narrowedBy(question).filters?.toSorted()).toEqual([
    ['contains', 'referrer', ['goo']],
    ['doesNotContain', 'browser', ['fox']],
    ['is', 'device', ['mobile']],
    ['isNot', 'country', ['DE']],
  ]);
});

test('an operator goes with its filter, and a value that is chosen in a list is wanted', () => {
  const filters = parsed('country=DE&not=country&device=mobile');

  expect(withoutFilter(filters, 'country')).toEqual({ device: ['mobile'] });
  expect(withoutFilter(filters, 'device')).toEqual({
    country: ['DE'],
    operators: { country: 'isNot' },
  });
  expect(hasValue(filters, 'country', 'DE')).toBe(false);
  expect(withValue(filters, 'country', 'FR')).toEqual({ country: ['FR'], device: ['mobile'] });
  expect(aboutLink(questionOf(new URLSearchParams('link=a&not=link')), 'b').filters).toEqual({
    link: ['b'],
  });
});

test('only text has parts, and an operator without its filter is none', () => {
  expect(parsed('device=mob&contains=device&not=country&contains=nothing')).toEqual({
    device: ['mob'],
  });
  expect(ignoredParts(new URLSearchParams('device=mob&contains=device'))).toEqual([
    'what filters leave out or contain',
  ]);
  expect(ignoredParts(new URLSearchParams('device=mobile&not=device'))).toEqual([]);
});

test('the counted visits are the chosen ones, or all but the chosen ones', () => {
  expect(countedClasses({})).toEqual(['human']);
  expect(countedClasses(parsed('class=bot'))).toEqual(['bot']);
  expect(countedClasses(parsed('class=bot&not=class'))).toEqual(['human', 'prefetch']);
});

test('texts are one in each line, each once', () => {
  expect(partsIn(' news \n\nnews\nblog')).toEqual(['news', 'blog']);
});

test.each([
  ['range=30d&unit=week', 'week'],
  ['range=12m&unit=month&compare=year', 'month'],
  ['range=7d&unit=week&compare=previous', 'week'],
  ['range=30d&unit=week&compare=previous', undefined],
  ['range=12m&unit=month&compare=previous', undefined],
  ['range=today&unit=week', undefined],
  ['range=30d&unit=year', undefined],
])('the address ?%s shows the chart by %s', (search, unit) => {
  const question = questionOf(new URLSearchParams(search));

  expect<string | undefined>(question.unit).toBe(unit);
  expect(askedOf(question).unit).toBe(question.unit);
  expect(new URLSearchParams(searchOf(question)).get('unit')).toBe(unit ?? null);
  expect(ignoredParts(new URLSearchParams(search)).includes('the unit')).toBe(unit === undefined);
});
