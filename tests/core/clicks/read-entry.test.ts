import { expect, test } from 'bun:test';
import { readEntry } from '#core/clicks/read-entry';
import { aVisit } from '#tests/support/builders/visits';

test.each<[query: string, entry: 'link' | 'qr']>([
  ['qr=1', 'qr'],
  ['utm_source=poster&qr=1', 'qr'],
  ['qr=1&utm_source=poster', 'qr'],
  ['', 'link'],
  ['qr=0', 'link'],
  ['qr', 'link'],
  ['QR=1', 'link'],
  ['qr=', 'link'],
  ['myqr=1', 'link'],
  ['next=%3Fqr%3D1', 'link'],
])('a visit with the query %p came from a %s', (query, entry) => {
  expect(readEntry(aVisit({ query }))).toEqual({ entry });
});
