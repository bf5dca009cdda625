import { expect, test } from 'bun:test';
import { screens as servedScreens } from '#adapters/http/web/web';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { openScreens, screenPaths } from '#web/screens.ts';

const addresses: readonly string[] = Object.values(screenPaths);

test('no short link can have the address of a screen', () => {
  const names = addresses.flatMap((path) => path.split('/')[1] || []);

  expect(names.filter((name) => !isReserved(name))).toEqual([]);
});

test('the server serves a document for every screen of the app, and for no other address', () => {
  expect([...servedScreens].toSorted()).toEqual(addresses.toSorted());
});

test.each(['/subscribe', '/forgot-password', '/reset-password', '/verify'])(
  'mails link to %s, so it opens signed in and signed out',
  (path) => {
    expect(Object.values<string>(openScreens)).toContain(path);
  },
);

test('every screen has its own address', () => {
  expect(new Set(addresses).size).toBe(addresses.length);
});
