import { describe, expect, test } from 'bun:test';
import { destinationRules } from '#core/links/destination';
import { importFields, type ImportField } from '#contract/links/imports';
import { nameInUrl, readClicks, readFlag, readTime, tagsIn } from '#core/links/imports/read-cells';
import { readRow } from '#core/links/imports/read-row';

const nowMs = Date.UTC(2026, 10, 3, 12);
const names = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);

/** Reads one row, given by its fields. */
function read(cells: Partial<Record<ImportField, string>>) {
  const mapping = importFields.filter((field) => cells[field] !== undefined);
  const readDestination = destinationRules(['https://go.example']);
  return readRow(
    mapping.map((field) => cells[field] ?? ''),
    { mapping, formatId: null, readDestination, nowMs },
  );
}

function inputOf(cells: Partial<Record<ImportField, string>>) {
  const row = read(cells);
  if (row.kind === 'refused') throw new Error(JSON.stringify(row.issues));
  return row.input;
}

describe('a row', () => {
  test('with all fields becomes the input of a link', () => {
    const { link, createdAt, importedClicks } = inputOf({
      originalUrl: ' https://shop.example/ ',
      alias: 'sale',
      title: 'Sale',
      notes: 'Print',
      description: 'Autumn',
      tags: 'Print, autumn,PRINT',
      folder: 'Shop',
      createdAt: '2025-01-02 03:04:05',
      expiresAt: '2027-01-01',
      isActive: 'No',
      trackConversions: 'Yes',
      importedClicks: '1,204',
    });

    expect(link).toEqual({
      originalUrl: 'https://shop.example/',
      customAlias: 'sale',
      title: 'Sale',
      notes: 'Print',
      description: 'Autumn',
      tags: ['Print', 'autumn'],
      folder: 'Shop',
      expiresAt: new Date(Date.UTC(2027, 0, 1)),
      isActive: false,
      trackConversions: true,
    });
    expect(createdAt).toEqual(new Date(Date.UTC(2025, 0, 2, 3, 4, 5)));
    expect(importedClicks).toBe(1204);
  });

  test('without an alias takes the name of the short address', () => {
    const both = { originalUrl: 'https://a.example', alias: '', shortUrl: 'https://bit.ly/3xYz' };

    expect(inputOf(both).link.customAlias).toBe('3xYz');
    expect(inputOf({ ...both, alias: 'sale' }).link.customAlias).toBe('sale');
    expect(inputOf({ ...both, shortUrl: 'https://bit.ly/' }).link.customAlias).toBeNull();
    expect(inputOf({ ...both, alias: '[]' }).link.customAlias).toBe('3xYz');
    expect(inputOf({ ...both, alias: '["https://bit.ly/sale"]' }).link.customAlias).toBe('sale');
    expect(inputOf({ ...both, alias: '[sale' }).link.customAlias).toBe('[sale');
  });

  test('with a blank expiry does not expire, and without the column gets the usual expiry', () => {
    expect(inputOf({ originalUrl: 'https://a.example', expiresAt: '' }).link.expiresAt).toBeNull();
    expect(inputOf({ originalUrl: 'https://a.example' }).link.expiresAt).toBeUndefined();
  });

  test('adds campaign parameters that its destination does not have', () => {
    const cells = { originalUrl: 'https://a.example/?q=a%20b&utm_source=x', utm_source: 'x' };

    const same = inputOf(cells).link.originalUrl;
    const more = inputOf({ ...cells, utm_source: 'mail', utm_term: 'red shoes' }).link.originalUrl;

    expect(same).toBe('https://a.example/?q=a%20b&utm_source=x');
    expect(more).toBe('https://a.example/?q=a%20b&utm_source=mail&utm_term=red%20shoes');
    const signed = { originalUrl: 'https://a.example/?sig=A~B&flag#top', utm_term: 'a&b' };
    expect(inputOf(signed).link.originalUrl).toBe(
      'https://a.example/?sig=A~B&flag&utm_term=a%26b#top',
    );
    const plain = { originalUrl: 'https://a.example#top', utm_term: 'x' };
    expect(inputOf(plain).link.originalUrl).toBe('https://a.example/?utm_term=x#top');
  });

  test('with several problems reports all of them by field', () => {
    const row = read({
      originalUrl: '',
      expiresAt: '03/04/2026',
      createdAt: '2027-01-01',
      isActive: 'maybe',
      importedClicks: '-1',
    });

    const issues = row.kind === 'refused' ? row.issues : [];
    expect(issues.map(({ path }) => path)).toEqual([
      ...['originalUrl', 'expiresAt', 'createdAt', 'importedClicks', 'isActive'],
    ]);
  });
});

test.each([
  ['sale', 'sale'],
  ['https://bit.ly/sale', 'sale'],
  ['bit.ly/sale?x=1#y', 'sale'],
  ['/sale/', 'sale'],
  ['sale/', 'sale'],
  ['promo/sale', 'promo/sale'],
  ['https://go.example/a/b/', 'a/b'],
  ['https://go.example', ''],
  ['go.example/', ''],
  ['https://go.example/%C3%A4', 'ä'],
  ['https://go.example/%', '%'],
  ['c#1', 'c#1'],
  ['sale?x', 'sale?x'],
  ['go/', 'go'],
  ['', ''],
])('the name in %p is %p', (text, name) => {
  expect(nameInUrl(text)).toBe(name);
});

test.each([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
  ['2026-01-02T03:04:05+0200', '2026-01-02T01:04:05.000Z'],
  ['2026-01-02 03:04:05 UTC', '2026-01-02T03:04:05.000Z'],
  ['1767323045', '2026-01-02T03:04:05.000Z'],
  ['1767323045678', '2026-01-02T03:04:05.678Z'],
  ['Jan 2, 2026', '2026-01-02T00:00:00.000Z'],
  ['01/02/2026', null],
  ['2026-02-30', null],
  ['Feb 31, 2026', null],
  ['Feb 29, 2028', '2028-02-29T00:00:00.000Z'],
  ['yesterday', null],
  ['20260102', null],
])('the time %p is %p', (text, iso) => {
  const read = readTime(text);

  expect(read.kind === 'value' ? read.value.toISOString() : null).toBe(iso);
});

test.each([
  ['0', 0],
  ['1,204', 1204],
  ['1.204.000', 1_204_000],
  ['1 204', 1204],
  ['1,2', null],
  ['1.5', null],
  ['99999999999', null],
  ['many', null],
])('the clicks %p are %p', (text, clicks) => {
  const read = readClicks(text);

  expect(read.kind === 'value' ? read.value : null).toBe(clicks);
});

test.each([
  ['Yes', true],
  ['TRUE', true],
  ['1', true],
  ['archived', false],
  ['No', false],
  ['?', null],
])('the flag %p is %p', (text, flag) => {
  const read = readFlag(text);

  expect(read.kind === 'value' ? read.value : null).toBe(flag);
});

test.each([
  ['a,b', ['a', 'b']],
  ['a|b; c', ['a', 'b', 'c']],
  [`['a', 'b']`, ['a', 'b']],
  ['["a","A"]', ['a']],
  [' , ', []],
  [names(30).join(','), names(21)],
])('the tags in %p are %p', (text, tags) => {
  expect(tagsIn(text, false)).toEqual(tags);
});

test('in our own export, commas alone separate tags', () => {
  expect(tagsIn('a;b, c|d, [e]', true)).toEqual(['a;b', 'c|d', '[e]']);
  expect(tagsIn('[e]', true)).toEqual(['[e]']);
});
