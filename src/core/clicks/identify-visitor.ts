import type { RawVisit } from '#core/redirect/raw-visit';
import { networkOf } from './address.ts';

/** How the visitors of one batch are distinguished. */
export type Identity =
  /** A first-party cookie, hashed with a key so that the cookie itself is not stored. */
  | { readonly kind: 'cookie'; readonly key: Uint8Array }
  /** Without cookie: address and user agent, hashed with the salt of the batch's UTC day. */
  | { readonly kind: 'salted'; readonly salt: Uint8Array }
  /** The day's salt was destroyed: its visitors can no longer be distinguished. */
  | { readonly kind: 'forgotten' };

/** The data that a visitor sends. */
type Traces = Pick<RawVisit, 'userId' | 'isAnonymous' | 'address' | 'userAgent' | 'visitorCookie'>;

/** The first 64 bits, little-endian, of the message's HMAC-SHA256 with the key. */
export type KeyedHash = (key: Uint8Array, message: string) => bigint;

const nobody = 0n;

/**
 * Computes the visitor's id. Ids are comparable within one account only (and, without cookies,
 * within one UTC day). Visitors who asked not to be recognised, and visitors without data, get the
 * id 0.
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
