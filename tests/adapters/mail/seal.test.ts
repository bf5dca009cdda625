import { expect, test } from 'bun:test';
import { aesSeal } from '#adapters/mail/seal';

const key = (byte: number) => new Uint8Array(32).fill(byte);

test('what was closed opens under its own key alone, and only untouched', () => {
  const seal = aesSeal(key(1));
  const closed = seal.close('Łukasz’s link 🙂');
  const touched = Uint8Array.from(closed, (byte, index) => (index === 30 ? byte ^ 1 : byte));

  expect(seal.open(closed)).toBe('Łukasz’s link 🙂');
  expect(() => aesSeal(key(2)).open(closed)).toThrow();
  expect(() => seal.open(touched)).toThrow();
  expect(seal.close('same')).not.toEqual(seal.close('same'));
});
