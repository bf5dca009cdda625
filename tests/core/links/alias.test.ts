import { expect, test } from 'bun:test';
import { readAlias } from '#core/links/names/alias';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { rows } from '#tests/edge/rows';

const malformed = 'Use letters, numbers, hyphens and underscores only';

test.each([null, '', ' ', '\t\n'])('%j means no alias', (wish) => {
  expect(readAlias(wish, isReserved)).toEqual({ kind: 'none' });
});

test.each(['a', 'Spring-Sale_2026', '7', '-', 'x'.repeat(50), 'api2', 'my-login'])(
  '%s is an alias as it stands',
  (wish) => {
    expect(readAlias(wish, isReserved)).toEqual({ kind: 'alias', alias: wish });
  },
);

test.each([
  ...['a b', ' ab', 'a/b', 'a.b', 'ümlaut', 'a\u0000b', '😀', 'a%41'],
  ...['../etc', 'a?b', 'a#b', 'logın', "a'b", 'a\nb', 'abc\n'],
])('[plain-names] %p is malformed', (wish) => {
  expect(readAlias(wish, isReserved)).toEqual({ kind: 'refused', message: malformed });
});

test.each(['x'.repeat(51), 'x'.repeat(100_000)])(
  '[plain-names] an alias that is too long says so',
  (wish) => {
    expect(readAlias(wish, isReserved)).toEqual({
      kind: 'refused',
      message: 'Use at most 50 characters',
    });
  },
);

test('[plain-names] a Cyrillic letter is not accepted as a Latin one', () => {
  expect(readAlias('pаypal', isReserved)).toEqual({ kind: 'refused', message: malformed });
});

test.each([
  ...[
    'login',
    'LOGIN',
    'login%20',
    'ｌｏｇｉｎ',
    '%6cogin',
    'login/',
    'login.',
    '/login',
    'robots.txt',
  ],
  ...['api', 'Api', 'assets', 'healthz', 'readyz', 'metrics', '.well-known'],
  ...['forgot-password', 'dashboard', 'wp.js', 'favicon.ico', 'sitemap.xml', '_next', '_'],
])('[reserved-names] %s is reserved', (wish) => {
  expect(readAlias(wish, isReserved)).toEqual({
    kind: 'refused',
    message: 'This alias is not available',
  });
});

test('[reserved-names] the first segment of every route is reserved', () => {
  const segments = new Set(Object.keys(rows).flatMap((route) => route.split('/')[1] || []));

  expect(segments).toContain('api');
  expect([...segments].filter((segment) => !isReserved(segment))).toEqual([]);
});

test('[linear-parsing] a very long name is rejected without scanning it', () => {
  expect(isReserved(`${'.'.repeat(1_000_000)}x`)).toBe(false);
  expect(isReserved(`login${'/'.repeat(1_000_000)}`)).toBe(false);
});
