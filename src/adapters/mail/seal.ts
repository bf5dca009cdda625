import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Hides text under a 256-bit key with AES-256-GCM: nonce, tag, then what was hidden. */
export function aesSeal(key: Uint8Array) {
  return {
    close(text: string): Uint8Array {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },

    /** Throws when the bytes were not closed under the same key. */
    open(bytes: Uint8Array): string {
      const nonce = bytes.subarray(0, nonceBytes);
      const cipher = createDecipheriv('aes-256-gcm', key, nonce);
      cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const hidden = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([cipher.update(hidden), cipher.final()]).toString('utf8');
    },
  };
}
