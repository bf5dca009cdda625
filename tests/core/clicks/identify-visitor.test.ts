import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cookieKey, keyedHash } from '#adapters/spool/keyed-hash';
import { identifyVisitor, type Identity } from '#core/clicks/identify-visitor';
import { anyVisit, aVisit } from '#tests/support/builders/visits';

const salted = (fill: number): Identity => ({
  kind: 'salted',
  salt: new Uint8Array(32).fill(fill),
});
const cookie: Identity = {
  kind: 'cookie',
  key: cookieKey('a secret of at least thirty-two chars'),
};
const identify = identifyVisitor(keyedHash);
const one = '0193c0de-0000-7000-8000-0000000000b1';
const other = '0193c0de-0000-7000-8000-0000000000b2';

test('[daily-visitors] a visitor has one id within an account and a day, and other ids elsewhere', () => {
  const visit = aVisit({ userId: one });
  const id = identify(visit, salted(1));

  expect(identify(aVisit({ userId: one, linkId: other }), salted(1))).toBe(id);
  expect(identify({ ...visit, userId: other }, salted(1))).not.toBe(id);
  expect(identify(visit, salted(2))).not.toBe(id);
});

test('two addresses of an IPv4 /24 are two visitors, addresses of an IPv6 /64 are one', () => {
  const of = (address: string) => identify(aVisit({ address }), salted(1));

  expect(of('203.0.113.1')).not.toBe(of('203.0.113.2'));
  expect(of('2001:db8:1:2::1')).toBe(of('2001:DB8:1:2:ffff::9'));
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'));
});

test('with cookies the id comes from the cookie, hashed per account', () => {
  const visit = aVisit({ visitorCookie: 'c0', userId: one });
  const id = identify(visit, cookie);

  expect(identify({ ...visit, address: '192.0.2.1', userAgent: 'x' }, cookie)).toBe(id);
  expect(identify({ ...visit, visitorCookie: 'c1' }, cookie)).not.toBe(id);
  expect(identify({ ...visit, userId: other }, cookie)).not.toBe(id);
  expect(identify({ ...visit, visitorCookie: '' }, cookie)).toBe(0n);
});

test('[do-not-track] visitors who opt out, days without a salt and unknown addresses have no id', () => {
  expect(identify(aVisit({ isAnonymous: true }), salted(1))).toBe(0n);
  expect(identify(aVisit({ isAnonymous: true, visitorCookie: 'c' }), cookie)).toBe(0n);
  expect(identify(aVisit(), { kind: 'forgotten' })).toBe(0n);
  expect(identify(aVisit({ address: '' }), salted(1))).toBe(0n);
});

test('an id is a 64-bit number, the same each time', () => {
  fc.assert(
    fc.property(anyVisit, (visit) => {
      const id = identify(visit, salted(3));

      expect(identify({ ...visit }, salted(3))).toBe(id);
      expect(BigInt.asUintN(64, id)).toBe(id);
    }),
  );
});
