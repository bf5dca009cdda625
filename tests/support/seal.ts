import { aesSeal } from '#adapters/mail/seal';

const sealKey = { id: new Uint8Array(4).fill(7), key: new Uint8Array(32).fill(7) };

/** Encrypts the outbox of tests, and hashes the addresses of deleted accounts. */
export const testSeal = {
  ...aesSeal([sealKey]),
  emailKeys: (email: string): readonly [string] => [
    new Bun.CryptoHasher('sha256', sealKey.key).update(email).digest('hex'),
  ],
};
