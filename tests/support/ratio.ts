import { expect } from 'bun:test';

/** Expects two numbers to differ by at most the part `tolerance` of the expected one. */
export function expectRatio(actual: number, expected: number, tolerance: number): void {
  const difference = Math.abs(actual / expected - 1);
  expect(difference <= tolerance ? expected : actual).toBe(expected);
}
