import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { preferredLanguage } from '#core/redirect/options/preferred-language';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.2, fr ; q=0.9, de;q=0.9', 'fr'],
  ['pt-br', 'pt-BR'],
  ['zh-Hant-TW,zh;q=0.8', 'zh-TW'],
  ['es-419', 'es'],
  ['DE', 'de'],
  ['*', ''],
  ['*;q=0.5, it;q=0.1', 'it'],
  ['de;q=0, en;q=0.1', 'en'],
  ['en;Q=0.1, de', 'de'],
  ['de;q=7', ''],
  ['haw', 'haw'],
  ['iw-IL,iw;q=0.9', 'he-IL'],
  ['in', 'id'],
  ['deu-AT', 'de-AT'],
  ['fil-PH', 'fil-PH'],
  ['tl', 'fil'],
  ['', ''],
  ['not a language', ''],
])('%p prefers %p', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('every header gives a language or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (header) => {
      expect(preferredLanguage(header)).toMatch(/^([a-z]{2,3}(-[A-Z]{2})?)?$/);
    }),
  );
});
