import { expect, test } from 'bun:test';
import { comparable, shownOf } from '#web/features/sql/results/sql-result.ts';

const meta = [{ name: 'number', type: 'UInt64' }];

test('a result is cut only when it has more rows than are shown', () => {
  expect(shownOf({ meta, data: [['1'], ['2'], ['3']] }, 2)).toEqual({
    columns: meta,
    rows: [['1'], ['2']],
    isCut: true,
  });
  expect(shownOf({ meta, data: [['1'], ['2']] }, 2).isCut).toBe(false);
});

test('numbers are compared as numbers, also those of 64 bits, and NULL as nothing', () => {
  const big = { name: 'n', type: 'UInt64' };
  expect(comparable('9007199254740993', big)).toBe(9007199254740993n);
  expect(comparable('-0.25', { name: 'n', type: 'Nullable(Decimal(18, 2))' })).toBe(-0.25);
  expect(comparable('10', { name: 's', type: 'String' })).toBe('10');
  expect(comparable(null, big)).toBeNull();
});
