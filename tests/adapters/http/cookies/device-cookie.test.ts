import { expect, test } from 'bun:test';
import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import { knownDevice } from '#core/accounts/sign-in/guessing/known-device';
import { dayMs } from '#core/shared/time';
import { keyedHashes } from '#roots/compose/secrets';

const ada = 'a3f5c1d2-0000-7000-8000-000000000001';
const eve = 'a3f5c1d2-0000-7000-8000-000000000002';

/** The cookies of one installation, with a clock that tests set. */
function cookies(appUrl = 'http://localhost:3000', ...secrets: string[]) {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const [newest = 'key', ...earlier] = secrets;
  const hashes = keyedHashes([newest, ...earlier], 'device-cookie');
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const devices = deviceCookie({ appUrl, hashes, randomBytes, clock: { now: () => time.nowMs } });
  return { ...devices, time };
}

function requestWith(line = ''): Request {
  return new Request('http://localhost/', { headers: { cookie: line.split(';', 1)[0] ?? '' } });
}

test('a browser is known only to the account that it signed in to', () => {
  const { read, give, time } = cookies();

  const given = requestWith(give(requestWith(), ada));

  expect(read(given)(ada)).toEqual({ id: expect.any(String), signedInAt: new Date(time.nowMs) });
  expect(read(given)(eve)).toBeNull();
  expect(read(requestWith())(ada)).toBeNull();
});

test('a browser stays known while the secret that signed its cookie is configured', () => {
  const url = 'http://localhost:3000';
  const given = requestWith(cookies(url, 'one').give(requestWith(), ada));

  expect(cookies(url, 'two', 'one').read(given)(ada)).not.toBeNull();
  expect(cookies(url, 'two').read(given)(ada)).toBeNull();
});

test('over https the cookie is Secure and bound to the host, and contains no user data', () => {
  const line = cookies('https://app.example').give(requestWith(), ada);

  expect(line).toMatch(
    /^__Host-waypost_device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(line).not.toContain(ada);
});

test('each sign-in creates a new id and removes the previous one', () => {
  const { read, give } = cookies();
  const first = requestWith(give(requestWith(), ada));

  const second = requestWith(give(first, ada));

  expect(read(second)(ada)?.id).not.toBe(read(first)(ada)?.id);
  expect(second.headers.get('cookie')?.length).toBe(first.headers.get('cookie')?.length);
});

test('five accounts can share a browser; the sixth replaces the one that was used longest ago', () => {
  const { read, give } = cookies();
  const people = Array.from({ length: 6 }, () => crypto.randomUUID());

  let request = requestWith();
  for (const person of people) request = requestWith(give(request, person));

  const known = people.map((person) => read(request)(person) !== null);
  expect(known).toEqual([false, true, true, true, true, true]);
});

test('a changed, foreign or invalid cookie identifies no browser', () => {
  const { read, give } = cookies();
  const line = give(requestWith(), ada).split(';', 1)[0] ?? '';
  const altered = [
    line.replace(/=\d/, '=9'),
    line.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    line.slice(0, -1),
    `${line}~`.replace('.', '~'),
    'waypost_device=',
    'waypost_device=~~~~~~~~',
    cookies(undefined, 'another key').give(requestWith(), ada),
  ];

  expect(altered.map((text) => read(requestWith(text))(ada))).toEqual(altered.map(() => null));
});

test('a browser is known for 180 days, unless the account changed after its sign-in', () => {
  const { read, give, time } = cookies();
  const proves = read(requestWith(give(requestWith(), ada)));
  const isKnown = (devicesSinceMs: number, atMs: number) =>
    knownDevice(proves, { userId: ada, devicesSince: new Date(devicesSinceMs) }, atMs) !== null;

  expect(isKnown(0, time.nowMs + 180 * dayMs - 1)).toBe(true);
  expect(isKnown(0, time.nowMs + 180 * dayMs)).toBe(false);
  expect(isKnown(time.nowMs, time.nowMs)).toBe(true);
  expect(isKnown(time.nowMs + 1, time.nowMs)).toBe(false);
});
