import { expect, test } from 'bun:test';
import { addressGuard, isPublicAddress } from '#adapters/outgoing/public-address';

const refused = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
  ...['198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::1', '100::1', '2001:db8::1', '2001::1', '2002:7f00:1::', 'fc00::1', 'fd12::1'],
  ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '3fff::1', '4000::1', '5f00::1'],
  ...['0x7f.1', '2130706433', '0177.0.0.1', '127.1', '8.8.8', '', 'localhost', 'shop.example'],
];

test('[guarded-requests] only public addresses count as public, in their plain spelling', () => {
  expect(refused.filter(isPublicAddress)).toEqual([]);
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test('[guarded-requests] an operator’s own ranges are allowed, and nothing beside them', () => {
  const guard = addressGuard(['10.1.0.0/16', '127.0.0.1', 'fd12::/32']);

  const isAllowed = (address: string) => [guard.allows(address), guard.isOwn(address)];
  for (const own of ['10.1.255.1', '127.0.0.1', 'fd12::9']) {
    expect([own, ...isAllowed(own)]).toEqual([own, true, true]);
  }
  expect(isAllowed('8.8.8.8')).toEqual([true, false]);
  for (const other of ['10.2.0.1', '127.0.0.2', 'fd13::1', '::ffff:127.0.0.1', '::1', 'no']) {
    expect([other, ...isAllowed(other)]).toEqual([other, false, false]);
  }
});
