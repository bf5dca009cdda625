import { aesSeal } from '#adapters/mail/seal';

const sealKey = { id: new Uint8Array(4).fill(7), key: new Uint8Array(32).fill(7) };

/** Seals what rests in an outbox of tests, and names the addresses of accounts that are deleted. */
export const testSeal = {
  ...aesSeal([sealKey]),
  addressKeys: (email: string): readonly [string] => [
    new Bun.CryptoHasher('sha256', sealKey.key).update(email).digest('hex'),
  ],
};
