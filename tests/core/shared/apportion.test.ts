import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { apportion } from '#core/shared/apportion';

test('parts add up to the whole by the largest remainder, and have no part without a weight', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 5 }),
      (cents, weights) => {
        const parts = apportion(cents, weights);
        expect(parts.reduce((total, part) => total + BigInt(part), 0n)).toBe(BigInt(cents));
        const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n);
        if (whole === 0n) return;
        for (const [index, part] of parts.entries()) {
          const exact = BigInt(cents) * BigInt(weights[index] ?? 0);
          const off = BigInt(part) * whole - exact;
          expect(off > -whole && off < whole).toBe(true);
        }
      },
    ),
  );
  expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(apportion(100, [0, 2, 1])).toEqual([0, 67, 33]);
  expect(apportion(100, [0, 0])).toEqual([0, 100]);
  expect(apportion(16, [100, 60, 40])).toEqual([8, 5, 3]);
  expect(apportion(16, [200, 0])).toEqual([16, 0]);
});
