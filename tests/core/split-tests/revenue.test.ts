import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { capOf, logRevenueEvidence, type PairAmounts } from '#core/split-tests/revenue';
import { expectRatio } from '#tests/support/ratio';

const capCents = 15_000;

test('the evidence of amounts is as computed exactly', () => {
  const orders = (count: number): readonly number[] => Array<number>(count).fill(5000);

  expectRatio(evidence({ share: 0.5, own: [5000], other: [] }), 1.0875, 1e-12);
  expectRatio(evidence({ share: 0.5, own: [99_999_999], other: [] }), 1.2625, 1e-12);
  expectRatio(evidence({ share: 0.5, own: orders(60), other: orders(20) }), 507.664_888_1, 1e-9);
  expectRatio(
    evidence({ share: 0.8, own: [6000], other: [3000] }, { share: 0.5, own: [0, -700], other: [] }),
    0.970_906_25,
    1e-12,
  );
});

test('without a difference the expected evidence of a visit is one, for every share and amount', () => {
  const shares = fc.double({ min: 0.05, max: 0.95, noNaN: true });
  fc.assert(
    fc.property(shares, fc.integer({ min: -5000, max: 40_000 }), (share, cents) => {
      const ofOwn = evidence({ share, own: [cents], other: [] });
      const ofOther = evidence({ share, own: [], other: [cents] });
      expect(share * ofOwn + (1 - share) * ofOther).toBeCloseTo(1, 12);
    }),
  );
});

test('visits that bring nothing, or cost more than they bring, do not change the evidence', () => {
  const one = { share: 0.5, own: [5000], other: [3000] };

  expect(evidence({ ...one, own: [5000, 0, -700] })).toBe(evidence(one));
});

test('the bound of an amount is three times the 95th percentile of orders', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => (at + 1) * 100);

  expect(capOf(hundred)).toBe(3 * 9500);
  expect(capOf(hundred.toReversed())).toBe(3 * 9500);
  expect(capOf([4000, 9000, 1000])).toBe(27_000);
  expect(capOf([4000])).toBe(12_000);
  expect(capOf([1])).toBe(3);
  expect(capOf([0, -500])).toBeNull();
  expect(capOf([])).toBeNull();
});

function evidence(...periods: readonly PairAmounts[]): number {
  return Math.exp(logRevenueEvidence(periods, capCents));
}
