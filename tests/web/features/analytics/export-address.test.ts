import { dimensions } from '#contract/analytics/report-filters';
import { expect, test } from 'bun:test';
import { exportUrl, exportedParts } from '#web/features/analytics/export/export-report.ts';
import { questionOf } from '#web/features/analytics/report/question.ts';

test('an export asks for what is shown: its part, its format, its range and all its filters', () => {
  const question = questionOf(
    new URLSearchParams('range=30d&compare=year&country=DE&country=US&city=Berlin,DE'),
  );

  const searchParams = new URL(
    exportUrl({ question, what: 'cities', format: 'parquet' }),
    'https://waypost.test',
  );

  expect(searchParams.pathname).toBe('/api/analytics/export');
  expect(searchParams.searchParams.getAll('country')).toEqual(['DE', 'US']);
  expect(searchParams.searchParams.get('city')).toBe('Berlin,DE');
  for (const [name, value] of [
    ['what', 'cities'],
    ['format', 'parquet'],
    ['range', '30d'],
    ['compare', 'year'],
  ] as const) {
    expect(searchParams.searchParams.get(name)).toBe(value);
  }
});

test('the numbers over time and every list can be exported', () => {
  expect(exportedParts.map(({ value }) => value)).toContain('series');
  expect(exportedParts).toHaveLength(1 + dimensions.length);
});
