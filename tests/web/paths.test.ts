import { afterAll, beforeAll, expect, test } from 'bun:test';
import { pathAfterLogin } from '#web/paths.ts';

/** The part of a browser's window that is needed here. */
beforeAll(() => {
  Reflect.set(globalThis, 'window', { location: { origin: 'https://waypost.test' } });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

test.each([
  ['/links?search=shop', '/links?search=shop'],
  ['/links/0198/edit', '/links/0198/edit'],
  ['/settings/billing', '/settings/billing'],
  ['/subscribe', '/subscribe'],
])('a login that %s asked for leads back there', (next, path) => {
  expect(pathAfterLogin(next)).toBe(path);
});

test.each([null, '/login', '/nothing', 'https://evil.example/subscribe', '//evil.example/links'])(
  'a login with %p as its next screen leads to the dashboard',
  (next) => {
    expect(pathAfterLogin(next)).toBe('/dashboard');
  },
);
