import { expect, test } from 'bun:test';
import { outcomeOf, samplesOf, withField } from '#web/features/imports/import-words.ts';

test('a field that is chosen for a column is taken from the column that had it', () => {
  const mapping = ['originalUrl', null, 'title'] as const;

  expect(withField(mapping, 1, 'originalUrl')).toEqual([null, 'originalUrl', 'title']);
  expect(withField(mapping, 2, null)).toEqual(['originalUrl', null, null]);
  expect(withField(mapping, 2, 'title')).toEqual([...mapping]);
});

test('samples are the first different values of a column', () => {
  const cells = [['a'], [' '], ['a'], ['b'], ['c']];
  const preview = cells.map((row, at) => ({ row: at + 2, cells: row }));

  expect(samplesOf(preview, 0)).toEqual(['a', 'b']);
  expect(samplesOf(preview, 1)).toEqual([]);
});

test('every outcome of the server has a word', () => {
  const outcomes = ['existing', 'alias_taken', 'invalid', 'blocked', 'full'];

  expect(outcomes.map(outcomeOf)).toEqual([
    ...(['existing', 'aliasTaken', 'invalid', 'blocked', 'full'] as const),
  ]);
});
