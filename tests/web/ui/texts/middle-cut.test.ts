import { expect, test } from 'bun:test';
import { cutText } from '#web/ui/texts/middle-cut.tsx';

test.each([
  ['abcdef', 2, 'abcd', 'ef'],
  ['ab', 2, '', 'ab'],
  ['a', 2, '', 'a'],
  ['ab👩‍👩‍👧c', 2, 'ab', '👩‍👩‍👧c'],
  ['xe\u0301y', 2, 'x', 'e\u0301y'],
  ['x🇩🇪🇯🇵', 1, 'x🇩🇪', '🇯🇵'],
  ['go.example/november', 14, 'go.example', '/november'],
  ['go.example/sale/november', 14, 'go.example', '/sale/november'],
  ['go.example/podcast/41', 14, 'go.example', '/podcast/41'],
  ['go.example/the-end-of-the-year', 14, 'go.example/the-e', 'nd-of-the-year'],
  ['go.example/november/', 14, 'go.example', '/november/'],
  ['shop.example/?', 3, 'shop.example', '/?'],
])('%s is cut before its last parts, of at most %d letters', (text, tailLength, head, tail) => {
  expect(cutText(text, tailLength)).toMatchObject({ head, tail });
});

test('the length counts letters as people do', () => {
  expect(cutText('👩‍👩‍👧e\u0301', 1).length).toBe(2);
});
