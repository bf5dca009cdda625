import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { screens as servedScreens } from '#adapters/http/web/web';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { type Screen, screens, screensFor } from '#web/screens.ts';

const web = join(import.meta.dir, '../../web');
const all = Object.values<Screen>(screens);
const addresses: readonly string[] = all.map(({ path }) => path);

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
    expect(screensFor('anyone').map(([, screen]) => screen.path)).toContain(path);
  },
);

test('every screen has its own address', () => {
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the file of every page exports it', async () => {
  const pages = new Set(all.flatMap(({ page, outside }) => (outside ? [page, outside] : [page])));
  const without: string[] = [];
  for (const page of pages) {
    const file = Bun.file(join(web, page));
    const text = (await file.exists()) ? await file.text() : '';
    if (!text.includes('export function Component(')) without.push(page);
  }

  expect(without).toEqual([]);
});

test('exactly the screens that signed-out people see otherwise have a second page', () => {
  const names = (list: readonly Screen[]) => list.map(({ path }) => path);

  expect(names(all.filter(({ outside }) => outside !== undefined))).toEqual(
    names(screensFor('all').map(([, screen]) => screen)),
  );
});
