import { expect, test } from 'bun:test';
import { selectedCount, withoutLinks } from '#web/features/links/mine/selection.ts';

test('a link that leaves is not selected', () => {
  const selection = { kind: 'some', ids: new Set(['a', 'b']) } as const;

  const left = withoutLinks(selection, new Set(['b', 'c']));

  expect(left).toEqual({ kind: 'some', ids: new Set(['a']) });
  expect(selectedCount(withoutLinks({ kind: 'all' }, new Set(['b'])), 5)).toBe(5);
});
