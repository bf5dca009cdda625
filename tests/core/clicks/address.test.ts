import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isIP } from 'node:net';
import { networkOf } from '#core/clicks/address';

const all = { ipv4: 32, ipv6: 128 };
/** Pieces of addresses, right and wrong ones, in any order. */
const piece = fc.constantFrom(
  ...['0', '7', '10', '255', '256', '1000', 'f', 'FfF', '12345', 'g', '@', '`', ' ', 'Ā'],
  ...[':', ':', ':', '::', '.', '.', '.', '192.0.2.1', '2001:db8:1', '1:2:3:4:5:6:7'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
  fc.array(fc.nat(300), { minLength: 3, maxLength: 5 }).map((octets) => octets.join('.')),
  fc.ipV4(),
  fc.ipV6(),
);

test('a text has a network exactly when it is an address, of the same family', () => {
  fc.assert(
    fc.property(text, (address) => {
      const family: number = networkOf(address, all)?.family ?? 0;
      expect(family).toBe(isIP(address));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ...['1.1.1.256', '256.1.1.1', '1.2.3', '1.2.3.', '1.2.3.4.', '1.2.3.4.5', '1..2.3'],
  ...['1:2:3:4:5:6:7:', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:::8', '1::2::3', ':', ':::'],
  ...['00001::', 'g::', '::1.2.3', '::1.2.3.256', '1:2:3:4:5:6:7:1.2.3.4', '', ' ::1'],
])('%p is no address', (address) => {
  expect(isIP(address)).toBe(0);
  expect(networkOf(address, all)).toBeNull();
});

test('zeros before the digits of an octet have no effect', () => {
  expect(networkOf('010.001.00.007', all)?.text).toBe('10.1.0.7');
  expect(networkOf('0010.1.1.1', all)).toBeNull();
});

test.each([
  [8, '203.0.0.0'],
  [16, '203.1.0.0'],
  [24, '203.1.113.0'],
  [32, '203.1.113.77'],
])('the first %p bits of 203.1.113.77 are %p', (ipv4, kept) => {
  expect(networkOf('203.1.113.77', { ipv4, ipv6: 64 })?.text).toBe(kept);
});

test.each([
  [16, '2001:'],
  [48, '2001:db8:0:'],
  [64, '2001:db8:0:a:'],
  [128, '2001:db8:0:a:0:0:0:77'],
])('the first %p bits of an IPv6 address are written as %p', (ipv6, kept) => {
  expect(networkOf('2001:DB8:0:000A::77', { ipv4: 32, ipv6 })?.text).toBe(
    ipv6 === 128 ? kept : `${kept}:`,
  );
});
