import type { RawVisit } from '#core/redirect/raw-visit';
import { networkOf } from './address.ts';

/** By what visitors of one batch are told apart. */
export type Identity =
  /** A cookie of our own, hashed under a key so that the cookie itself is stored nowhere. */
  | { readonly kind: 'cookie'; readonly key: Uint8Array }
  /** No cookie: address and user agent under the salt of the batch's UTC day. */
  | { readonly kind: 'salted'; readonly salt: Uint8Array }
  /** The day's salt is gone: its visitors cannot be told apart any more. */
  | { readonly kind: 'forgotten' };

/** What a visitor shows of itself. */
type Traces = Pick<RawVisit, 'userId' | 'isAnonymous' | 'address' | 'userAgent' | 'visitorCookie'>;

const nobody = 0n;

/**
 * The visitor's id, comparable within one account only (and, without cookies, within one UTC day):
 * 64 bits of HMAC-SHA256. Visitors who asked not to be recognised, and those of whom nothing is
 * known, are nobody.
 */
export function identifyVisitor(visit: Traces, identity: Identity): bigint {
  if (visit.isAnonymous) return nobody;
  switch (identity.kind) {
    case 'forgotten':
      return nobody;
    case 'cookie':
      if (visit.visitorCookie === '') return nobody;
      return keyedHash(identity.key, `${visit.userId}\n${visit.visitorCookie}`);
    case 'salted': {
      const network = networkOf(visit.address, { ipv4: 32, ipv6: 64 });
      if (network === null) return nobody;
      return keyedHash(identity.salt, `${visit.userId}\n${network.text}\n${visit.userAgent}`);
    }
  }
}

/** The key for visitor cookies, made of the application's secret and of no use for anything else. */
export function cookieKey(appSecret: string): Uint8Array {
  return new Bun.CryptoHasher('sha256', appSecret).update('visitor cookies').digest();
}

/** Never 0, which means nobody. */
function keyedHash(key: Uint8Array, message: string): bigint {
  const digest = new Bun.CryptoHasher('sha256', key).update(message).digest();
  return digest.readBigUInt64LE(0) || 1n;
}
