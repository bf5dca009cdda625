import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** A 256-bit key, and a 4-byte id that is stored with its output. */
export type SealKey = { readonly id: Uint8Array; readonly key: Uint8Array };

/**
 * Encrypts text under the first key with AES-256-GCM: the key's id, nonce, tag, then the encrypted
 * text. Decrypts the output of every key, also from before ids were written.
 */
export function aesSeal(keys: readonly [SealKey, ...SealKey[]]) {
  const [newest] = keys;
  return {
    /** The first bytes of everything encrypted from now on. */
    keyId: newest.id,

    close(text: string): Uint8Array {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), hidden]);
    },

    /** Throws for bytes that none of the keys encrypted, or that were changed since. */
    open(bytes: Uint8Array): string {
      const named = keys.filter(({ id }) => Buffer.compare(id, bytes.subarray(0, idBytes)) === 0);
      for (const { key } of named) {
        const text = opened(key, bytes.subarray(idBytes));
        if (text !== null) return text;
      }
      for (const { key } of keys) {
        const text = opened(key, bytes);
        if (text !== null) return text;
      }
      throw new Error('No known key decrypts this');
    },
  };
}

/** Null when it was another key. */
function opened(key: Uint8Array, bytes: Uint8Array): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const hidden = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
