import { describe, expect, test } from 'bun:test';
import {
  addressNetwork,
  clientAddress,
  parseTrustedProxies,
} from '#adapters/http/frame/client-address';

describe('[client-address] the client address', () => {
  const none: string[] = [];
  const local = ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'];
  const rows: [string, string | null, string | null, string[], string][] = [
    ['no proxy', '203.0.113.7', '1.1.1.1', none, '203.0.113.7'],
    ['a mapped address', '::ffff:203.0.113.7', null, none, '203.0.113.7'],
    ['no socket', null, '1.1.1.1', none, ''],
    ['a trusted proxy without the header', '127.0.0.1', null, local, '127.0.0.1'],
    ['a trusted proxy', '127.0.0.1', '203.0.113.7', local, '203.0.113.7'],
    ['a mapped trusted proxy', '::ffff:127.0.0.1', '203.0.113.7', local, '203.0.113.7'],
    ['an untrusted socket', '198.51.100.1', '203.0.113.7', local, '198.51.100.1'],
    ['a claim to the left', '127.0.0.1', '1.1.1.1, 203.0.113.7', local, '203.0.113.7'],
    ['two proxies', '127.0.0.1', '203.0.113.7, 10.1.1.1', local, '203.0.113.7'],
    ['proxies alone', '127.0.0.1', '10.1.1.1, 10.1.1.2', local, '10.1.1.1'],
    ['IPv6', '127.0.0.1', '2001:DB8::7', local, '2001:db8::7'],
    ['IPv6 in brackets with a port', '127.0.0.1', '[2001:db8::7]:443', local, '2001:db8::7'],
    ['IPv4 with a port', '127.0.0.1', '203.0.113.7:5555', local, '203.0.113.7'],
    ['a mapped claim', '127.0.0.1', '::ffff:203.0.113.7', local, '203.0.113.7'],
    ['a word', '127.0.0.1', 'unknown', local, '127.0.0.1'],
    ['a word on the right', '127.0.0.1', '1.2.3.4, evil', local, '127.0.0.1'],
    ['a zone', '127.0.0.1', 'fe80::1%eth0', local, '127.0.0.1'],
    ['an octal form', '127.0.0.1', '0177.0.0.1', local, '127.0.0.1'],
    ['a number', '127.0.0.1', '3405803783', local, '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', local, '127.0.0.1'],
    ['commas', '127.0.0.1', ',,,', local, '127.0.0.1'],
    ['a list of 10 KB', '127.0.0.1', `${'9.9.9.9,'.repeat(1280)}203.0.113.7`, local, '203.0.113.7'],
  ];

  for (const [name, socketAddress, forwardedFor, networks, expected] of rows) {
    test(`${name}: ${expected || 'unknown'}`, () => {
      const trustedProxies = parseTrustedProxies(networks);

      const address = clientAddress({ socketAddress, forwardedFor, trustedProxies });

      expect(address).toBe(expected);
    });
  }

  test('a single address is a network of one', () => {
    const trustedProxies = parseTrustedProxies(['127.0.0.1', '::1']);

    const from = { socketAddress: '::1', forwardedFor: '203.0.113.7, 127.0.0.1', trustedProxies };

    expect(clientAddress(from)).toBe('203.0.113.7');
  });

  test('an invalid network is rejected', () => {
    expect(() => parseTrustedProxies(['proxy.local'])).toThrow();
    expect(() => parseTrustedProxies(['10.0.0.0/99'])).toThrow();
  });
});

test('[rate-limits] limits count an IPv6 customer as one /64', () => {
  expect(addressNetwork('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(addressNetwork('2001:db8:1:2:bbbb::2')).toBe('2001:db8:1:2::/64');
  expect(addressNetwork('203.0.113.7')).toBe('203.0.113.7');
});
