import { expect, test } from 'bun:test';
import { headingsOf, mappingOfLinks } from '#core/links/imports/headings';

test.each<[first: string[]]>([
  [['url']],
  [['Short URL', 'Original URL', 'Alias']],
  [['http', 'https', 'https://']],
  [['Our links on shop.example', 'see https://shop.example/']],
  [['']],
  [[]],
])('the row %j names the columns', (first) => {
  expect(headingsOf(first)).toEqual({ columns: first, isLink: false });
});

test('the names of columns are trimmed', () => {
  expect(headingsOf([' url ', '\ttitle']).columns).toEqual(['url', 'title']);
});

test.each<[first: string[], columns: string[]]>([
  [['https://shop.example/'], ['Column 1']],
  [
    ['sale', ' HTTP://shop.example/sale', 'Sale'],
    ['Column 1', 'Column 2', 'Column 3'],
  ],
  [
    ['', 'https://shop.example/'],
    ['Column 1', 'Column 2'],
  ],
])('the row %j is a link, and the columns are called %j', (first, columns) => {
  expect(headingsOf(first)).toEqual({ columns, isLink: true });
});

test.each<[first: string[], mapping: ReturnType<typeof mappingOfLinks>]>([
  [['https://shop.example/'], ['originalUrl']],
  [
    ['sale', 'https://shop.example/sale', ''],
    [null, 'originalUrl', null],
  ],
  [
    ['https://go.example/a', 'https://shop.example/a'],
    [null, null],
  ],
])('of the links in %j the columns are proposed as %j', (first, mapping) => {
  expect(mappingOfLinks(first)).toEqual(mapping);
});
