import { expect, test } from 'bun:test';
import { createCipheriv } from 'node:crypto';
import { aesSeal } from '#adapters/mail/seal';

const key = (byte: number) => ({
  id: new Uint8Array(4).fill(byte),
  key: new Uint8Array(32).fill(byte),
});

/** Encrypted in the format from before key ids. */
function withoutId(text: string, under: { readonly key: Uint8Array }): Uint8Array {
  const nonce = new Uint8Array(12).fill(3);
  const cipher = createCipheriv('aes-256-gcm', under.key, nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

test('encrypted text is decrypted only with its own key, and only if unchanged', () => {
  const seal = aesSeal([key(1)]);
  const closed = seal.close('Łukasz’s link 🙂');
  const touched = Uint8Array.from(closed, (byte, index) => (index === 34 ? byte ^ 1 : byte));

  expect(seal.open(closed)).toBe('Łukasz’s link 🙂');
  expect(() => aesSeal([key(2)]).open(closed)).toThrow();
  expect(() => seal.open(touched)).toThrow();
  expect(seal.close('same')).not.toEqual(seal.close('same'));
});

test('after a key change, the new key encrypts and both decrypt', () => {
  const [before, after] = [aesSeal([key(1)]), aesSeal([key(2), key(1)])];
  const [earlier, later] = [before.close('earlier'), after.close('later')];

  expect(after.open(earlier)).toBe('earlier');
  expect(after.open(later)).toBe('later');
  expect(later.subarray(0, 4)).toEqual(Buffer.from(key(2).id));
  expect(() => before.open(later)).toThrow();
});

test('keys with the same id, and texts encrypted without an id, are decrypted', () => {
  const twin = { id: key(1).id, key: key(2).key };

  expect(aesSeal([twin, key(1)]).open(aesSeal([key(1)]).close('twin'))).toBe('twin');
  expect(aesSeal([key(2), key(1)]).open(withoutId('old', key(1)))).toBe('old');
});

test.each([0, 1, 4, 15, 16, 31, 32, 100])('%d other bytes are rejected', (length) => {
  expect(() => aesSeal([key(1), key(2)]).open(new Uint8Array(length).fill(1))).toThrow();
});
