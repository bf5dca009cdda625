import { expect, test } from 'bun:test';
import { cutText } from '#web/ui/cut-text.ts';

test.each([
  ['abcdef', 2, 'abcd', 'ef'],
  ['ab', 2, '', 'ab'],
  ['a', 2, '', 'a'],
  ['ab👩‍👩‍👧c', 2, 'ab', '👩‍👩‍👧c'],
  ['xe\u0301y', 2, 'x', 'e\u0301y'],
  ['x🇩🇪🇯🇵', 1, 'x🇩🇪', '🇯🇵'],
])('%s is cut before its last %d letters', (text, tailLength, head, tail) => {
  expect(cutText(text, tailLength)).toMatchObject({ head, tail });
});

test('the length counts letters as people do', () => {
  expect(cutText('👩‍👩‍👧e\u0301', 1).length).toBe(2);
});
