import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildCountryTable } from '#adapters/geo/build-country-table';
import { openCountries } from '#adapters/geo/countries';
import { countryIn } from '#adapters/geo/country-table';
import { readTable, writeTable } from '#adapters/geo/country-file';
import { cityPlaces } from '#adapters/geo/places';
import { tinyCityDatabase, type CountryNetwork } from '#tests/support/builders/tiny-city-database';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';

const failOnReport = (_: string, reason: string): never => {
  throw new Error(reason);
};
const networks = (most: number): fc.Arbitrary<CountryNetwork[]> =>
  fc.array(
    fc.record({
      bits: fc
        .array(fc.constantFrom('0', '1'), { minLength: 1, maxLength: most })
        .map((bits) => bits.join('')),
      country: fc.constantFrom('DE', 'FR', 'US', 'BR'),
    }),
    { maxLength: 40 },
  );

test('the table knows the country of every address as the city database does', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'city.mmdb');
  await fc.assert(
    fc.asyncProperty(
      networks(32),
      fc.array(fc.ipV4(), { minLength: 20 }),
      async (known, addresses) => {
        const database = tinyCityDatabase(4, known);
        writeFileSync(file, database);
        const findPlace = await cityPlaces(file, failOnReport);
        const table = buildCountryTable({ ipv4: database, ipv6: null });

        for (const address of ['0.0.0.0', '255.255.255.255', ...addresses]) {
          expect(countryIn(table, address)).toBe(findPlace(address).country);
        }
        expect(countryIn(table, '2001:db8::1')).toBe('');
      },
    ),
    { numRuns: 30 },
  );
});

test('a file with both families tells IPv6 addresses by their first 64 bits, and IPv4 too', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'city.mmdb');
  const ipv4 = fc.ipV4();
  await fc.assert(
    fc.asyncProperty(
      networks(64),
      networks(32),
      fc.array(fc.ipV6(), { minLength: 20 }),
      fc.array(ipv4),
      async (known6, known4, addresses6, addresses4) => {
        const mapped = known4.map(({ bits, country }) => ({
          bits: '0'.repeat(96) + bits,
          country,
        }));
        const database = tinyCityDatabase(6, [...known6, ...mapped]);
        writeFileSync(file, database);
        const findPlace = await cityPlaces(file, failOnReport);
        const table = buildCountryTable({ ipv4: database, ipv6: database });

        // The networks of IPv4 addresses are in the first /64.
        const others = addresses6.filter((address) => !/^(0*:|::)/.test(address));
        for (const address of [...others, ...addresses4, 'ffff::', 'fe80::1%eth0']) {
          const bare = address.replace(/%.*/, '');
          expect([address, countryIn(table, address)]).toEqual([address, findPlace(bare).country]);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('other text than an address has no country', () => {
  const table = buildCountryTable({
    ipv4: tinyCityDatabase(4, [{ bits: '0', country: 'DE' }]),
    ipv6: tinyCityDatabase(6, [{ bits: '0', country: 'DE' }]),
  });

  for (const text of ['', 'x', '1.2.3', '1.2.3.4.5', '1.2.3.999', ':', 'g::', '12345::', '1:2:3']) {
    expect([text, countryIn(table, text)]).toEqual([text, '']);
  }
  expect(countryIn(table, '1.2.3.4')).toBe('DE');
  expect(countryIn(table, '1:2:3:4:5:6:7:8')).toBe('DE');
  expect(countryIn(table, '1::8')).toBe('DE');
});

test('a table on disk is the same, and a damaged, shorter or older file is none', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'countries');
  const table = buildCountryTable({
    ipv4: tinyCityDatabase(4, [{ bits: '01', country: 'DE' }]),
    ipv6: tinyCityDatabase(6, [{ bits: '001', country: 'FR' }]),
  });
  expect(await readTable(file, 'v1')).toBeNull();
  await writeTable(file, 'v1', table);

  expect(await readTable(file, 'v1')).toEqual(table);
  expect(await readTable(file, 'v2')).toBeNull();
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x11;
    writeFileSync(file, damaged);
    // The zeros between the head and the numbers are not read.
    if (bytes[at] !== 0) expect([at, await readTable(file, 'v1')]).toEqual([at, null]);
  }
  writeFileSync(file, bytes.subarray(0, -1));
  expect(await readTable(file, 'v1')).toBeNull();
});

test('the countries are loaded when they are needed, built once, and kept for the next start', async () => {
  using folder = tempFolder();
  const ownFile = join(folder.path, 'city.mmdb');
  const file = join(folder.path, 'geo', 'countries');
  writeFileSync(ownFile, tinyCityDatabase(4, [{ bits: '00000001', country: 'AU' }]));
  const first = openCountries({ ownFile, file, log: silentLog });

  expect(first.countryOf('1.1.1.1')).toBe('');
  await first.need();
  expect(first.countryOf('1.1.1.1')).toBe('AU');
  const built = readFileSync(file);
  const second = openCountries({ ownFile, file, log: silentLog });
  await second.need();
  expect(second.countryOf('1.1.1.1')).toBe('AU');
  expect(readFileSync(file)).toEqual(built);
});

test('without a usable database every country is unknown', async () => {
  using folder = tempFolder();
  const ownFile = join(folder.path, 'city.mmdb');
  writeFileSync(ownFile, 'no database');
  for (const path of [ownFile, join(folder.path, 'missing')]) {
    const file = join(folder.path, 'countries');
    const countries = openCountries({ ownFile: path, file, log: silentLog });
    await countries.need();
    expect(countries.countryOf('1.1.1.1')).toBe('');
  }
});
