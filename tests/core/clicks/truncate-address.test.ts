import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { networkOf } from '#core/clicks/address';
import { truncateAddress } from '#core/clicks/truncate-address';
import { aVisit } from '#tests/support/builders/visits';

test.each([
  ['203.0.113.77', 'none', ''],
  ['203.0.113.77', 'truncated', '203.0.113.0'],
  ['203.0.113.77', 'full', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', 'none', ''],
  ['2001:db8:1:2:3:4:5:6', 'truncated', '2001:db8:1::'],
  ['2001:DB8::6', 'full', '2001:db8:0:0:0:0:0:6'],
  ['fe80::1%eth0', 'truncated', 'fe80:0:0::'],
  ['64:ff9b::203.0.113.77', 'truncated', '64:ff9b:0::'],
  ['', 'full', ''],
  ['unknown', 'full', ''],
  ['256.1.1.1', 'full', ''],
  ['1:2:3:4:5:6:7', 'full', ''],
  ['1::2::3', 'full', ''],
  ['::999.1.1.1', 'full', ''],
] as const)('[truncated-addresses] from %p, %p stores %p', (address, storage, kept) => {
  expect(truncateAddress(aVisit({ address }), storage).ipAddress).toBe(kept);
});

test('[do-not-track] for a visitor who opts out neither address nor user agent is stored', () => {
  const kept = truncateAddress(aVisit({ isAnonymous: true }), 'full');

  expect(kept).toEqual({ ipAddress: '', userAgent: '' });
});

test('an IPv6 network is always written the same way', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const bits = { ipv4: 32, ipv6: 128 };
      const network = networkOf(address, bits);

      expect(network).not.toBeNull();
      expect(networkOf(network?.text ?? '', bits)).toEqual(network);
      expect(networkOf(address.toUpperCase(), bits)).toEqual(network);
    }),
  );
});
