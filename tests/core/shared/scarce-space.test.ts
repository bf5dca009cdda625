import { expect, test } from 'bun:test';
import { scarceSpace } from '#core/shared/scarce-space';

test('space is low below two reserves, until it is a tenth above that', () => {
  const isLow = scarceSpace(100);
  const judge = (freeBytes: number) => isLow({ freeBytes, isRefusing: false });

  expect([200, 199, 200, 219, 221, 200].map(judge)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('space is low when the disk rejects a write, even with free space', () => {
  const isLow = scarceSpace(0);

  expect(isLow({ freeBytes: 1e12, isRefusing: true })).toBe(true);
  expect(isLow({ freeBytes: 0, isRefusing: false })).toBe(false);
});
