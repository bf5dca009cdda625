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

/** The first 64 bits, in little endian, of the message's HMAC-SHA256 under the key. */
export type KeyedHash = (key: Uint8Array, message: string) => bigint;

const nobody = 0n;

/**
 * Tells the visitor's id, comparable within one account only (and, without cookies, within one UTC
 * day). Visitors who asked not to be recognised, and those of whom nothing is known, are nobody.
 */
export function identifyVisitor(keyedHash: KeyedHash) {
  return (visit: Traces, identity: Identity): bigint => {
    if (visit.isAnonymous || identity.kind === 'forgotten') return nobody;
    if (identity.kind === 'cookie') {
      if (visit.visitorCookie === '') return nobody;
      return somebody(keyedHash(identity.key, `${visit.userId}\n${visit.visitorCookie}`));
    }
    const network = networkOf(visit.address, { ipv4: 32, ipv6: 64 });
    if (network === null) return nobody;
    const traces = `${visit.userId}\n${network.text}\n${visit.userAgent}`;
    return somebody(keyedHash(identity.salt, traces));
  };
}

function somebody(visitorId: bigint): bigint {
  return visitorId === nobody ? 1n : visitorId;
}
