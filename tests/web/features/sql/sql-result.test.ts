import { expect, test } from 'bun:test';
import { shownOf } from '#web/features/sql/results/sql-result.ts';

const meta = [{ name: 'number', type: 'UInt64' }];

test('a result is cut only when it has more rows than are shown', () => {
  expect(shownOf({ meta, data: [['1'], ['2'], ['3']] }, 2)).toEqual({
    columns: meta,
    rows: [['1'], ['2']],
    isCut: true,
  });
  expect(shownOf({ meta, data: [['1'], ['2']] }, 2).isCut).toBe(false);
});
