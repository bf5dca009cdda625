import { expect, test } from 'bun:test';
import { originsOf, allOrigins } from '#roots/config/origins';

const unset = { appUrl: null, shortUrl: null, host: '127.0.0.1' };

test('without APP_URL all loopback names of this machine belong to the application', () => {
  const origins = originsOf(unset, 3000);

  expect(origins).toMatchObject({
    appUrl: 'http://localhost:3000',
    shortUrl: 'http://localhost:3000',
  });
  expect(new Set(allOrigins(origins))).toEqual(
    new Set(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']),
  );
});

test('with APP_URL only the configured names belong to the application', () => {
  const given = { appUrl: 'https://app.example', shortUrl: 'https://go.example' };

  expect(allOrigins(originsOf({ ...unset, ...given }, 3000))).toEqual([
    given.appUrl,
    given.shortUrl,
  ]);
});

test.each([
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['fd00::7', 'http://[fd00::7]:3000'],
])('without APP_URL a single listening address %s belongs to the application', (host, url) => {
  expect(allOrigins(originsOf({ ...unset, host }, 3000))).toContain(url);
});

test.each(['0.0.0.0', '::', 'no host'])('HOST %s is not a host name', (host) => {
  expect(allOrigins(originsOf({ ...unset, host }, 3000))).toEqual(
    allOrigins(originsOf(unset, 3000)).slice(0, 4),
  );
});
