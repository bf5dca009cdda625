import { expect, test } from 'bun:test';
import { linesOf } from '#web/features/sql/results/result-chart.tsx';
import type { SqlResult, SqlValue } from '#web/features/sql/results/sql-result.ts';

const types = { month: 'Date', at: "DateTime('UTC')", currency: 'String', country: 'String' };

/** A result of columns in this order; a column without another type is one of numbers. */
const result = (names: readonly string[], rows: SqlValue[][]): SqlResult => ({
  columns: names.map((name) => ({
    name,
    type: Object.entries(types).find(([known]) => known === name)?.[1] ?? 'UInt64',
  })),
  rows,
  isCut: false,
  tookMs: 1,
  views: [],
});
const linesIn = (names: readonly string[], rows: SqlValue[][]) =>
  linesOf(result(names, rows), {
    timeIndex: names.findIndex((name) => name === 'month' || name === 'at'),
    valueIndex: names.length - 1,
  });

test('times keep their distance, in their order, and rows without a number are left out', () => {
  const rows = [
    ['2026-11-11', '5'],
    ['2026-11-01', 3],
    ['2026-11-03', 7],
    ['2026-11-05', null],
  ];

  expect(linesIn(['month', 'clicks'], rows)).toEqual({
    kind: 'lines',
    times: [
      { label: 'Nov 1', share: 0 },
      { label: 'Nov 3', share: 0.2 },
      { label: 'Nov 11', share: 1 },
    ],
    lines: [{ name: 'clicks', counts: [3, 7, 5] }],
  });
});

test('moments are labelled by day and time in UTC, and days of different years by their year', () => {
  const moments = linesIn(
    ['at', 'clicks'],
    [
      ['2026-11-01 14:00:00', 1],
      ['2026-11-01 15:30:00.250', 2],
    ],
  );
  const years = linesIn(
    ['month', 'clicks'],
    [
      ['2024-01-01', 1],
      ['2026-01-01', 2],
    ],
  );

  expect(moments).toMatchObject({ times: [{ label: 'Nov 1, 2 PM' }, { label: 'Nov 1, 3:30 PM' }] });
  expect(years).toMatchObject({ times: [{ label: 'Jan 1, 2024' }, { label: 'Jan 1, 2026' }] });
});

test('repeated times become one line for each value of the text column', () => {
  const rows = [
    ['USD', '2026-10-01', 10],
    ['EUR', '2026-10-01', 4],
    ['USD', '2026-11-01', 20],
    ['', '2026-11-01', 1],
  ];

  expect(linesIn(['currency', 'month', 'revenue'], rows)).toMatchObject({
    kind: 'lines',
    lines: [
      { name: 'USD', counts: [10, 20] },
      { name: 'EUR', counts: [4, null] },
      { name: '(empty)', counts: [null, 1] },
    ],
  });
});

test('what cannot be a line says why: too many values, or times that repeat for other reasons', () => {
  const many = Array.from({ length: 7 }, (_, index) => ['2026-10-01', `C${index}`, index]);
  const twice = [
    ['2026-10-01', 1],
    ['2026-10-01', 2],
  ];
  const twoTexts = [
    ['2026-10-01', 'DE', 'EUR', 1],
    ['2026-10-01', 'FR', 'EUR', 2],
  ];
  const repeated = {
    kind: 'none',
    reason: 'These are bars and no line: several rows have the same time.',
  } as const;

  expect(linesIn(['month', 'country', 'clicks'], many)).toEqual({
    kind: 'none',
    reason: 'These are bars and no lines: country has 7 values, and a chart has at most 6 lines.',
  });
  expect(linesIn(['month', 'clicks'], twice)).toEqual(repeated);
  expect(linesIn(['month', 'country', 'currency', 'clicks'], twoTexts)).toEqual(repeated);
  expect(linesIn(['month', 'clicks'], [[null, 1]])).toMatchObject({ kind: 'none' });
});
