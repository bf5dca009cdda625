import { createHmac } from 'node:crypto';
import { deriveKey } from '#adapters/embedded/app-secret';
import { aesSeal, type SealKey } from '#adapters/mail/seal';
import type { ClickKey } from '#core/redirect/click-id';

/**
 * The secrets from which all keys for signatures and encryption derive. New ones use the newest
 * secret; those of an earlier secret are valid while that secret is listed.
 */
export type AppSecret = readonly [newest: string, ...earlier: string[]];

const sealKeyIdBytes = 4;
/** Ids of the keys that sign click ids; 1 was the id of every key before keys had ids. */
const clickKeyIds = { first: 2, count: 254 };

/**
 * The secret for hashed names that are compared with stored ones: visitors by their cookie, and
 * clients in limits. It is the earliest listed secret, so that such names stay the same.
 */
export function namingSecret([newest, ...earlier]: AppSecret): string {
  return earlier.at(-1) ?? newest;
}

/** Keyed hashes (HMAC-SHA256) of a text for one purpose, the newest secret's first. */
export function keyedHashes(secret: AppSecret, purpose: string) {
  const [newest, ...earlier] = each(secret, (one) => {
    const key = deriveKey(one, purpose);
    return (message: string | Uint8Array) => createHmac('sha256', key).update(message).digest();
  });
  return (message: string | Uint8Array): readonly [Buffer, ...Buffer[]] => [
    newest(message),
    ...earlier.map((hash) => hash(message)),
  ];
}

/** What postback secrets are derived with. */
export function postbackSeals(secret: AppSecret) {
  return keyedHashes(secret, 'postback-secret');
}

/**
 * Keys that encrypt stored data for one purpose, each with an id that reveals nothing of the key.
 */
export function sealKeys(secret: AppSecret, purpose: string): readonly [SealKey, ...SealKey[]] {
  return each(secret, (one) => ({
    id: deriveKey(one, `${purpose} id`).subarray(0, sealKeyIdBytes),
    key: deriveKey(one, purpose),
  }));
}

/**
 * Encrypts waiting mails, and hashes the addresses of past trials, with the installation's secret.
 */
export function sealOf(secret: AppSecret) {
  const hashes = keyedHashes(secret, 'past trials');
  return { ...aesSeal(sealKeys(secret, 'outbox')), emailKeys };

  function emailKeys(email: string): readonly [string, ...string[]] {
    const [newest, ...earlier] = hashes(email);
    return [newest.toString('hex'), ...earlier.map((hash) => hash.toString('hex'))];
  }
}

/**
 * A keyed hash of an address, 64 hexadecimal digits: limits count by it without storing the
 * address.
 */
export function pseudonyms(secret: AppSecret): (text: string) => string {
  const key = deriveKey(namingSecret(secret), 'login-throttle');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

/**
 * A fingerprint that identifies a secret without revealing it. It is stored with data that was made
 * with the secret.
 */
export function fingerprintOf(secret: string): string {
  return deriveKey(secret, 'fingerprint').toHex();
}

/** Keys that sign click ids. */
export function clickKeys(secret: AppSecret): readonly [ClickKey, ...ClickKey[]] {
  return each(secret, (one) => {
    const key = deriveKey(one, 'click-id');
    const [idByte = 0] = deriveKey(one, 'click-id id');
    return {
      id: clickKeyIds.first + (idByte % clickKeyIds.count),
      mac: (bytes) => createHmac('sha256', key).update(bytes).digest(),
    };
  });
}

function each<Made>(
  [newest, ...earlier]: AppSecret,
  make: (secret: string) => Made,
): readonly [Made, ...Made[]] {
  return [make(newest), ...earlier.map(make)];
}
