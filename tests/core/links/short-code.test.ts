import { expect, test } from 'bun:test';
import { createCipheriv } from 'node:crypto';
import { newShortCode } from '#core/links/names/short-code';

/**
 * Random bytes that are equal in every run, because a fair draw would repeat a code in 1 of 100
 * runs.
 */
const stream = createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16));
const randomBytes = (length: number) => stream.update(Buffer.alloc(length));
const nothingReserved = () => false;

test('[unguessable-codes] 200,000 codes have no repeats and evenly distributed characters', () => {
  const codes = new Set<string>();
  const counts = Array.from({ length: 7 }, () => new Map<string, number>());
  for (let n = 0; n < 200_000; n += 1) {
    const code = newShortCode(randomBytes, nothingReserved);
    codes.add(code);
    counts.forEach((count, at) =>
      count.set(code.charAt(at), (count.get(code.charAt(at)) ?? 0) + 1),
    );
  }

  expect(codes.size).toBe(200_000);
  for (const count of counts) expect(chiSquare(count)).toBeLessThan(criticalValue);
});

test('a code has 7 characters of base58', () => {
  expect(newShortCode(randomBytes, nothingReserved)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/);
});

test('bytes that would bias the first characters are drawn again', () => {
  const draws = [
    [255, 232, 0, 57, 58, 231, 254],
    [1, 2, 3],
  ];
  const replayed = () => Uint8Array.from(draws.shift() ?? []);

  expect(newShortCode(replayed, nothingReserved)).toBe('1z1z234');
});

test('[reserved-names] a code that is a reserved word is drawn again', () => {
  const draws = [Array<number>(7).fill(0), Array<number>(7).fill(1)];
  const replayed = () => Uint8Array.from(draws.shift() ?? []);

  expect(newShortCode(replayed, (name) => name === '1111111')).toBe('2222222');
});

/** Chi-square with 57 degrees of freedom at p = 0.001. */
const criticalValue = 95.75;

function chiSquare(counts: ReadonlyMap<string, number>): number {
  const expected = 200_000 / 58;
  let sum = (58 - counts.size) * expected;
  for (const count of counts.values()) sum += (count - expected) ** 2 / expected;
  return sum;
}
