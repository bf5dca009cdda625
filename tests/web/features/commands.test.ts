import { expect, test } from 'bun:test';
import { commandsFor, urlIn } from '#web/features/palette/commands.ts';
import { isScreen, nameOf, sectionScreens } from '#web/screens.ts';

const labels = (typed: string, absent: readonly string[] = []) =>
  commandsFor(typed, { absent: new Set(absent) }).map(({ label }) => label);

test('an empty palette offers the clipboard and every screen', () => {
  expect(labels('').slice(0, 4)).toEqual([
    'New link',
    'New split test',
    'Create a short link from the clipboard',
    'Go to Dashboard',
  ]);
  const places = Object.keys(sectionScreens).filter(isScreen).map(nameOf);
  for (const name of ['SQL', 'Operation', 'Support', ...places]) {
    expect(labels('')).toContain(`Go to ${name}`);
  }
  expect(labels('settings').length).toBe(places.length);
});

test.each([
  ['theme', ['Light theme', 'Dark theme', 'Follow the device’s theme']],
  ['dark', ['Dark theme']],
  ['sign out', ['Log out']],
  ['logout', ['Log out']],
  ['log out', ['Log out']],
  ['documentation', ['API reference', 'Guide to webhooks']],
  ['links paused', ['Show paused links']],
  ['a/b', ['New split test', 'Go to Split Tests']],
  ['password', ['Go to Security']],
])('%p finds %p', (typed, found) => {
  expect(labels(typed)).toEqual(found);
});

test('typed words find screens, in any case', () => {
  expect(labels('notif')).toEqual(['Go to Notifications']);
  expect(labels('nothing of the kind')).toEqual([]);
});

test('a screen that this Waypost does not have is not offered', () => {
  expect(labels('bill')).toEqual(['Go to Billing']);
  expect(labels('bill', ['/settings/billing'])).toEqual([]);
});

test('a tag and a folder are found by their names, and lead to their links', () => {
  const known = { tags: [{ id: '7', name: 'Sale' }], folders: [{ id: '8', name: 'Sale & more' }] };
  const found = (typed: string) =>
    commandsFor(typed, known).flatMap((command) =>
      command.kind === 'filter' ? [[command.label, command.path]] : [],
    );
  expect(found('sale')).toEqual([
    ['Tag Sale', '/links?tag=7'],
    ['Folder Sale & more', '/links?folder=8'],
  ]);
  expect(found('folder sale')).toEqual([['Folder Sale & more', '/links?folder=8']]);
  expect(found('').map(([label]) => label)).not.toContain('Tag Sale');
});

test('what the screen offers is found, unless the palette has it by its name or its address', () => {
  const onPage = [
    { name: 'Export', path: null },
    { name: 'new LINK', path: null },
    { name: 'All links', path: '/links' },
    { name: 'Guide', path: '/docs/nowhere' },
  ];

  const found = commandsFor('on this page', { onPage });

  expect(found.map(({ kind, label }) => [kind, label])).toEqual([
    ['page', 'Export'],
    ['page', 'Guide'],
  ]);
});

test('saved views, and what is in closed menus, are found by their names once something is typed', () => {
  const ran: string[] = [];
  const known = {
    views: [{ id: '7', name: 'Spring by country', query: 'range=30d&utm_campaign=spring' }],
    closed: [{ name: 'Export as CSV...', run: () => ran.push('csv') }],
  };
  const found = (typed: string) =>
    commandsFor(typed, known).map(({ kind, label }) => [kind, label]);

  expect(found('spring')).toEqual([['view', 'View Spring by country']]);
  expect(commandsFor('view spring', known)).toMatchObject([
    { path: '/analytics?range=30d&utm_campaign=spring' },
  ]);
  expect(found('csv')).toContainEqual(['closed', 'Export as CSV...']);
  expect(found('').filter(([kind]) => kind === 'view' || kind === 'closed')).toEqual([]);
  const onPage = [{ name: 'Export as csv...', path: null }];
  expect(commandsFor('csv', { ...known, onPage }).map(({ kind }) => kind)).not.toContain('closed');
  const [first] = commandsFor('export as', known);
  if (first?.kind === 'closed') first.run();
  expect(ran).toEqual(['csv']);
});

test('a typed address can be shortened', () => {
  const [first] = commandsFor(' https://Shop.example/a ', {});
  expect(first).toMatchObject({ kind: 'create', originalUrl: 'https://shop.example/a' });
});

test.each([
  ['https://shop.example/', 'https://shop.example/'],
  ['  http://shop.example  ', 'http://shop.example/'],
  ['shop.example', null],
  ['javascript:alert(1)', null],
  ['https://two words.example', null],
  ['', null],
])('%p holds the address %p', (text, url) => {
  expect(urlIn(text)).toBe(url);
});
