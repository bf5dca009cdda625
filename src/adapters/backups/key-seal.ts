import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { DamagedBackup, type Bytes } from '#core/backup/backup-store';
import type { Seal } from './seal.ts';

const magic = Buffer.from('WPB1');
const saltBytes = 32;
const keyBytes = 32;
const tagBytes = 16;
const nonceBytes = 12;
const chunkBytes = 64 * 1024;
const headBytes = magic.length + saltBytes;
/**
 * Makes guessing slow when the key is a phrase that a person invented. Each derivation takes about
 * 0.1 s and 64 MB.
 */
const scryptCost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

/** A new key: 256 random bits. */
export function newBackupKey(): string {
  return randomBytes(keyBytes).toString('base64url');
}

/**
 * Encrypts with AES-256-GCM. A file is `WPB1`, a random salt, and chunks of 64 KiB, each with its tag.
 * The file's own key is derived from the salt (HKDF-SHA256). A chunk's nonce is its number and whether
 * it is the last one: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár: 'Online
 * authenticated-encryption and its nonce-reuse misuse-resistance'), as in the age format. So chunks
 * cannot be changed, moved, repeated, or cut off.
 */
export function keySeal(key: string): Seal {
  const master = scryptSync(key, 'waypost backup', keyBytes, scryptCost);
  const keyOf = (salt: Uint8Array) =>
    Buffer.from(hkdfSync('sha256', master, salt, 'waypost backup file', keyBytes));

  return {
    suffix: '.enc',

    async *close(content) {
      const salt = randomBytes(saltBytes);
      const fileKey = keyOf(salt);
      yield Buffer.concat([magic, salt]);
      for await (const { bytes, at, isLast } of chunksOf(content, chunkBytes)) {
        const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(at, isLast));
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      }
    },

    async *open(content) {
      const { head, rest } = await beheaded(content);
      if (head.length < headBytes || !head.subarray(0, magic.length).equals(magic)) {
        throw new DamagedBackup(
          'A file of the backup is not encrypted by Waypost, or it is damaged',
        );
      }
      const fileKey = keyOf(head.subarray(magic.length));
      for await (const chunk of chunksOf(rest, chunkBytes + tagBytes)) yield opened(chunk, fileKey);
    },
  };
}

type Chunk = { readonly bytes: Buffer; readonly at: number; readonly isLast: boolean };

function opened({ bytes, at, isLast }: Chunk, fileKey: Buffer): Buffer {
  const end = bytes.length - tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(at, isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(Math.max(end, 0)));
    return Buffer.concat([decipher.update(bytes.subarray(0, Math.max(end, 0))), decipher.final()]);
  } catch (cause) {
    const reason = 'it was encrypted with another BACKUP_KEY, or it is damaged';
    throw new DamagedBackup(`A file of the backup cannot be decrypted: ${reason}`, { cause });
  }
}

/** The chunk's number, and a last byte that is 1 for the last chunk. */
function nonceOf(at: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(at, nonceBytes - 7, 6);
  nonce[nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

/** The content in chunks of this length; the last one may be shorter, and is empty for no content. */
async function* chunksOf(content: Bytes, length: number): AsyncGenerator<Chunk> {
  let waiting = Buffer.alloc(0);
  let at = 0;
  for await (const piece of content) {
    waiting = Buffer.concat([waiting, piece]);
    // A full chunk waits until it is known whether it is the last one.
    for (; waiting.length > length; at += 1) {
      yield { bytes: waiting.subarray(0, length), at, isLast: false };
      waiting = waiting.subarray(length);
    }
  }
  yield { bytes: waiting, at, isLast: true };
}

async function beheaded(content: Bytes): Promise<{ head: Buffer; rest: Bytes }> {
  const pieces = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < headBytes) {
    const next = await pieces.next();
    if (next.done === true) break;
    read = Buffer.concat([read, next.value]);
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield read.subarray(headBytes);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      yield next.value;
    }
  };
  return { head: read.subarray(0, headBytes), rest: rest() };
}
