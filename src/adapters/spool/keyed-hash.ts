import type { KeyedHash } from '#core/clicks/identify-visitor';

/** HMAC-SHA256 (RFC 2104): its first 64 bits, little-endian. */
export const keyedHash: KeyedHash = (key, message) =>
  new Bun.CryptoHasher('sha256', key).update(message).digest().readBigUInt64LE(0);

/** The key for visitors' cookies, derived from the application's secret. It has no other use. */
export function cookieKey(appSecret: string): Uint8Array {
  return new Bun.CryptoHasher('sha256', appSecret).update('visitor cookies').digest();
}
