import { expect, test } from 'bun:test';
import { readPlace } from '#adapters/geo/city-record';

test.each([
  ['Berlin (Mitte)', 'Berlin'],
  ['Frankfurt am Main (Innenstadt I)', 'Frankfurt am Main'],
  ['Berlin', 'Berlin'],
  ['(Unnamed)', '(Unnamed)'],
  ['Saint-Denis (974) Nord', 'Saint-Denis (974) Nord'],
  [' (((((((((', ' ((((((((('],
])('the city of %p is %p', (name, city) => {
  expect(readPlace({ country_code: 'DE', city: name })).toEqual({ country: 'DE', city });
  expect(readPlace({ country: { iso_code: 'DE' }, city: { names: { en: name } } }).city).toBe(city);
});
