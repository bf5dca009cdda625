import { createHmac } from 'node:crypto';
import { deriveKey } from '#adapters/embedded/app-secret';
import { aesSeal, type SealKey } from '#adapters/mail/seal';
import type { ClickKey } from '#core/redirect/click-id';

/**
 * What everything of this installation is signed and sealed with. The newest secret makes; what an
 * earlier one made is good as long as that one is listed.
 */
export type AppSecret = readonly [newest: string, ...earlier: string[]];

const sealKeyIdBytes = 4;
/** Ids of the keys that sign click ids; 1 was every key's before a key had an id of its own. */
const clickKeyIds = { first: 2, count: 254 };

/**
 * The secret whose keys name what is compared with names that are stored: visitors by their cookie,
 * and who is counted by a limit. The earliest one that is listed, so that such names stay the same.
 */
export function namingSecret([newest, ...earlier]: AppSecret): string {
  return earlier.at(-1) ?? newest;
}

/** Keyed hashes (HMAC-SHA256) of a text for one purpose: the newest secret's first. */
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

/** Keys that seal what rests for one purpose, each with an id that tells nothing of the key. */
export function sealKeys(secret: AppSecret, purpose: string): readonly [SealKey, ...SealKey[]] {
  return each(secret, (one) => ({
    id: deriveKey(one, `${purpose} id`).subarray(0, sealKeyIdBytes),
    key: deriveKey(one, purpose),
  }));
}

/** Hides the words of mails that wait, and whose addresses had a trial, under the installation’s secret. */
export function sealOf(secret: AppSecret) {
  const hashes = keyedHashes(secret, 'past trials');
  return { ...aesSeal(sealKeys(secret, 'outbox')), addressKeys };

  function addressKeys(email: string): readonly [string, ...string[]] {
    const [newest, ...earlier] = hashes(email);
    return [newest.toString('hex'), ...earlier.map((hash) => hash.toString('hex'))];
  }
}

/** A keyed hash of an address, 64 hexadecimal digits, by which limits count without knowing whom. */
export function pseudonyms(secret: AppSecret): (text: string) => string {
  const key = deriveKey(namingSecret(secret), 'login-throttle');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
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
