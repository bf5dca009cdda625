import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** A 256-bit key, and 4 bytes that name it beside what it has sealed. */
export type SealKey = { readonly id: Uint8Array; readonly key: Uint8Array };

/**
 * Hides text under the first key with AES-256-GCM: the key's id, nonce, tag, then what was hidden.
 * Opens what any of the keys has sealed, also what was sealed before ids were written.
 */
export function aesSeal(keys: readonly [SealKey, ...SealKey[]]) {
  const [newest] = keys;
  return {
    /** The first bytes of everything that is sealed from now on. */
    keyId: newest.id,

    close(text: string): Uint8Array {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), hidden]);
    },

    /** Throws for bytes that none of the keys has sealed, or that were changed since. */
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
      throw new Error('None of the keys opens this');
    },
  };
}

/** Null when the key is another. */
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
