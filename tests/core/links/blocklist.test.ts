import { expect, test } from 'bun:test';
import { blocksUrl, readBlocklist } from '#core/links/blocklist';

const ada = '0193c0de-0000-7000-8000-0000000000bb';

test('[blocklist] a line is a host, a domain, a link or an account; comments are ignored', () => {
  const { list, strangeLines } = readBlocklist(
    [
      '# what we do not want',
      '',
      'Evil.Example   # phishing',
      '*.worse.example.',
      '/Ab3dEfG',
      'Eve@Example.com',
      ada.toUpperCase(),
      'xn--bcher-kva.example',
      'bücher.example',
      '203.0.113.9',
      '[2001:db8::1]',
      'two words',
      'https://evil.example/',
      '/no/link',
      '*',
    ].join('\r\n'),
  );

  expect([...list.hosts]).toEqual([
    'evil.example',
    'xn--bcher-kva.example',
    '203.0.113.9',
    '[2001:db8::1]',
  ]);
  expect([...list.domains]).toEqual(['worse.example']);
  expect([...list.names]).toEqual(['Ab3dEfG', 'ab3defg']);
  expect([...list.emails]).toEqual(['eve@example.com']);
  expect([...list.userIds]).toEqual([ada]);
  expect(strangeLines).toEqual([12, 13, 14, 15]);
});

test.each([
  ['https://evil.example/', true],
  ['http://evil.example:8080/path?x=1', true],
  ['https://EVIL.example./', true],
  ['https://user@evil.example/', true],
  ['https://www.evil.example/', false],
  ['https://notevil.example/', false],
  ['https://worse.example/', true],
  ['https://a.b.worse.example/', true],
  ['https://notworse.example/', false],
  ['https://bücher.example/', true],
  ['https://good.example/?to=https://evil.example/', false],
  ['not an address', false],
])('[blocklist] %s is blocked: %p', (href, isBlocked) => {
  const { list } = readBlocklist('evil.example\n*.worse.example\nbücher.example');

  expect(blocksUrl(list, href)).toBe(isBlocked);
});
