import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlace } from '#adapters/geo/city-record';
import { cityPlaces } from '#adapters/geo/places';
import { tempFolder } from '#tests/support/temp-folder';

const nowhere = { country: '', city: '' };
const failOnReport = (database: string, reason: string) => {
  throw new Error(`${database}: ${reason}`);
};

test('the bundled databases contain IPv4 and IPv6 addresses, and reject other text', async () => {
  const findPlace = await cityPlaces(null, failOnReport);

  expect(findPlace('8.8.8.8').country).toBe('US');
  expect(findPlace('8.8.8.8').city).not.toBe('');
  expect(findPlace('2001:4860:4860::8888').country).toMatch(/^[A-Z]{2}$/);
  const unplaced = ['', '1', 'x', '10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '1.2.3.4.5'];
  for (const address of unplaced) expect(findPlace(address)).toEqual(nowhere);
});

test('the place of a remembered record is that of its own addresses', async () => {
  const findPlace = await cityPlaces(null, failOnReport);
  const addresses = ['8.8.8.8', '193.99.144.80', '133.11.0.1', '2001:4860:4860::8888', '2a01::1'];
  const first = addresses.map((address) => findPlace(address));

  expect(first.map(({ country }) => country).slice(0, 3)).toEqual(['US', 'DE', 'JP']);
  expect(addresses.map((address) => findPlace(address))).toEqual(first);
});

test('[missing-places] without a usable database every place is unknown, and this is logged once', async () => {
  using folder = tempFolder();
  const damaged = join(folder.path, 'damaged.mmdb');
  writeFileSync(damaged, 'not a database');
  const reported: string[] = [];

  for (const file of [damaged, join(folder.path, 'missing.mmdb')]) {
    const findPlace = await cityPlaces(file, (database) => reported.push(database));
    expect(findPlace('8.8.8.8')).toEqual(nowhere);
    expect(findPlace('2001:4860:4860::8888')).toEqual(nowhere);
  }
  expect(reported).toEqual([damaged, join(folder.path, 'missing.mmdb')]);
});

test.each([
  [
    { country_code: 'GB', city: 'London' },
    { country: 'GB', city: 'London' },
  ],
  [
    { country: { iso_code: 'GB' }, city: { names: { en: 'London', de: 'London' } } },
    { country: 'GB', city: 'London' },
  ],
  [{ country: { iso_code: 'GB' } }, { country: 'GB', city: '' }],
  [{ country_code: 'gb', city: 7 }, nowhere],
  [{ country: 'Great Britain', city: { names: null } }, nowhere],
  [null, nowhere],
])('the record %j becomes the place %j', (record, place) => {
  expect(readPlace(record)).toEqual(place);
});
