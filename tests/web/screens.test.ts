import { expect, test } from 'bun:test';
import { screens as servedScreens } from '#adapters/http/web/web';
import { reservedWords } from '#core/links/reserved-words';
import { screenPaths } from '#web/screens.ts';

const addresses: readonly string[] = Object.values(screenPaths);

test('no short link can take the place of a screen', () => {
  const isReserved = reservedWords([]);
  const names = addresses.flatMap((path) => path.split('/')[1] || []);

  expect(names.filter((name) => !isReserved(name))).toEqual([]);
});

test('the server has a document for every screen of the app, and for no other address', () => {
  expect([...servedScreens].toSorted()).toEqual(addresses.toSorted());
});

test('no two screens have one address', () => {
  expect(new Set(addresses).size).toBe(addresses.length);
});
