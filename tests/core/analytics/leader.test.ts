import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { provenLeader, type Trials } from '#core/analytics/leader';
import { seededRandom } from '#tests/demo/random';

const trials = (clicks: number, conversions: number): Trials => ({ clicks, conversions });

test.each([
  ['nothing happened yet', [trials(0, 0), trials(0, 0)], null],
  ['thirteen sales against nine are chance', [trials(420, 13), trials(418, 9)], null],
  ['three sales of three clicks are no evidence', [trials(3, 3), trials(3, 0)], null],
  ['equal rates have no leader', [trials(5000, 250), trials(5000, 250)], null],
  ['one destination has nobody to lead', [trials(5000, 250)], null],
  ['a clear difference at many clicks', [trials(5000, 150), trials(5000, 250)], 1],
  [
    'ahead of one but not of the other',
    [trials(5000, 250), trials(5000, 240), trials(5000, 90)],
    null,
  ],
  ['ahead of both', [trials(5000, 90), trials(5000, 280), trials(5000, 150)], 1],
  ['more conversions than clicks, entered by hand', [trials(10, 30), trials(10, 1)], null],
] as const)('%s', (_, variants, leader) => {
  expect(provenLeader(variants)).toBe(leader);
});

test('for equal destinations, fewer than 1 % of tests name a leader', () => {
  const random = seededRandom(42);
  const sales = () =>
    Array.from({ length: 1000 }, () => random()).filter((one) => one < 0.05).length;
  const named = Array.from({ length: 2000 }, () =>
    provenLeader([trials(1000, sales()), trials(1000, sales()), trials(1000, sales())]),
  ).filter((leader) => leader !== null);

  expect(named.length).toBeLessThan(20);
});

test('the leader is one of the variants, for any counts', () => {
  const any = fc.record({ clicks: fc.nat(100_000), conversions: fc.nat(100_000) });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (variants) => {
      const leader = provenLeader(variants);
      if (leader === null) return;
      const rates = variants.map(({ clicks, conversions }) => conversions / clicks);
      expect(Math.max(...rates.filter((one) => !Number.isNaN(one)))).toBe(
        rates[leader] ?? Number.NaN,
      );
    }),
  );
});
