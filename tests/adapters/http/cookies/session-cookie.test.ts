import { expect, test } from 'bun:test';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';

const token = 'A'.repeat(43);

function requestWith(cookie: string): Request {
  return new Request('http://localhost/api', { headers: { cookie } });
}

test('[sessions] over https the cookie is Secure and bound to the host', () => {
  const cookie = sessionCookie('https://app.example');

  expect(cookie.give(token)).toBe(
    `__Host-waypost_session=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(cookie.read(requestWith(`waypost_session=${token}`))).toBeNull();
});

test('[sessions] over http it has the same attributes except those that require https', () => {
  const cookie = sessionCookie('http://localhost:3000');

  expect(cookie.give(token)).toBe(
    `waypost_session=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(cookie.takeAway).toBe('waypost_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
});

test('only values with the format of a token are read', () => {
  const { read } = sessionCookie('http://localhost:3000');

  expect(read(requestWith(`a=b; waypost_session=${token}; c=d`))).toBe(token);
  expect(read(requestWith(`waypost_session=${token}x`))).toBeNull();
  expect(read(requestWith(`xwaypost_session=${token}`))).toBeNull();
  expect(read(requestWith('waypost_session='))).toBeNull();
  expect(read(requestWith('waypost_session=%zz; waypost_session="'))).toBeNull();
  expect(read(new Request('http://localhost/api'))).toBeNull();
});

test('a cookie of the same name from another host does not hide the session cookie', () => {
  const { read } = sessionCookie('http://localhost:3000');

  expect(read(requestWith(`waypost_session=theirs; waypost_session=${token}`))).toBe(token);
  expect(read(requestWith(`waypost_session=%E0%A4; waypost_session=${token}`))).toBe(token);
});
