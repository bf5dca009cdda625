import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  behindBar,
  cautiousRatio,
  logEvidence,
  logEvidenceTable,
  pairPeriods,
  type PairPeriod,
  type PeriodCounts,
  ratioInterval,
  winnerOf,
  winningBar,
} from '#core/split-tests/evidence';
import { expectRatio } from '#tests/support/ratio';

/** Evidence for the numbers of this file was computed with exact fractions and 50 digits. */
const digits = 1e-9;

test('the evidence of two counts with equal shares is as computed exactly, in both directions', () => {
  const vectors = [
    [0, 0, 1, 1],
    [1, 0, 1.239304056, 0.7606959436],
    [0, 1, 0.7606959436, 1.239304056],
    [5, 5, 0.6989021081, 0.6989021081],
    [11, 0, 39.92229148, 0.2654547408],
    [12, 0, 61.55795588, 0.2499563233],
    [30, 10, 55.62755079, 0.1617253263],
    [60, 40, 2.906544569, 0.1507482092],
    [65, 35, 25.35240481, 0.1035795569],
    [120, 80, 14.31210912, 0.06928838257],
    [130, 80, 86.0911771, 0.05064785856],
    [300, 240, 7.204236424, 0.03264727514],
    [2000, 1800, 34.10368997, 0.0003508517487],
    [20_000, 18_000, 6.534925598e21, 1.136057548e-27],
  ] as const;

  for (const [own, other, forOwn, forOther] of vectors) {
    expectRatio(evidence(own, other), forOwn, digits);
    expectRatio(evidence(other, own), forOther, digits);
  }
});

test('the evidence of uneven shares is as computed exactly', () => {
  expectRatio(evidence(70, 20, 0.7), 1.880418034, digits);
  expectRatio(evidence(70, 10, 0.7), 257.7214213, digits);
  expectRatio(evidence(30, 20, 0.3), 3122.600727, digits);
});

test('periods of different shares are multiplied; pooling them would multiply false evidence', () => {
  const periods = [
    { share: 0.5, own: 40, other: 25 },
    { share: 0.8, own: 90, other: 8 },
    { share: 0.25, own: 3, other: 4 },
  ];

  expectRatio(Math.exp(logEvidence(periods)), 171.2562244, digits);
  expectRatio(evidence(133, 37), 4.06701965e11, digits);
});

test('a split of a period into two of the same share changes nothing', () => {
  fc.assert(
    fc.property(aPeriod, fc.nat(300), fc.nat(300), (period, own, other) => {
      const later = { share: period.share, own, other };
      const together = {
        share: period.share,
        own: period.own + own,
        other: period.other + other,
      };
      expect(logEvidence([period, later])).toBeCloseTo(logEvidence([together]), 8);
    }),
  );
});

test('the least counts that win between two destinations', () => {
  const least = [
    ...[[12, 0] as const, [13, 1] as const, [15, 2] as const, [17, 3] as const, [21, 5] as const],
    ...[[30, 10] as const, [46, 20] as const, [88, 50] as const, [152, 100] as const],
    [270, 200] as const,
  ];

  for (const [own, other] of least) {
    expect(evidence(own, other)).toBeGreaterThanOrEqual(winningBar(2, true));
    expect(evidence(own - 1, other)).toBeLessThan(winningBar(2, true));
  }
});

test('the bars of two, three and four destinations', () => {
  expect([2, 3, 4].map((count) => winningBar(count, true))).toEqual([40, 46, 49]);
  expect([2, 3, 4].map((count) => winningBar(count, false))).toEqual([40, 60, 80]);
  expect([2, 3, 4].map(behindBar)).toEqual([40, 120, 240]);
});

test('the interval of a ratio of rates', () => {
  const vectors = [
    [30, 10, 2, 1.03797, 11.0758],
    [130, 80, 2, 1.03499, 2.59656],
    [130, 80, 3, 1.02826, 2.61475],
    [130, 80, 4, 1.02527, 2.62291],
    [2000, 1800, 2, 0.998175, 1.23711],
    [5, 5, 2, 0.0662482, 15.0947],
  ] as const;

  for (const [own, other, destinations, low, high] of vectors) {
    const interval = ratioInterval([even(own, other)], winningBar(destinations, true));
    expectRatio(interval.low, low, 1e-5);
    expectRatio(interval.high, high, 1e-5);
  }
  const unbounded = ratioInterval([even(12, 0)], 40);
  expectRatio(unbounded.low, 1.14347, 1e-5);
  expect(unbounded.high).toBe(Infinity);
  expect(ratioInterval([], 40)).toEqual({ low: 0, high: Infinity });
});

test('the same counts win or do not win, by the number and the counts of the others', () => {
  expect(winnerOf(evenTable([130, 80]), 40)).toBe(0);
  expect(winnerOf(evenTable([80, 130]), 40)).toBe(1);
  expect(winnerOf(evenTable([120, 80]), 40)).toBeNull();
  expect(winnerOf(evenTable([130, 80, 75]), 46)).toBe(0);
  expect(winnerOf(evenTable([130, 80, 75, 110]), 49)).toBeNull();
  expectRatio(Math.exp(evenTable([130, 80, 75, 110])[0]?.[3] ?? 0), 0.9680711317, digits);
});

test('the cautious ratio is nearer to one than the observed ratio', () => {
  const vectors = [
    [60, 40, 1.338649373],
    [130, 80, 1.574515674],
    [300, 240, 1.207149415],
    [5, 5, 1],
  ] as const;

  for (const [own, other, ratio] of vectors) {
    expectRatio(cautiousRatio([even(own, other)]), ratio, digits);
    expectRatio(cautiousRatio([even(other, own)]), 1 / ratio, digits);
  }
});

test('[split-tests] without a difference the expected evidence is one, for every count and share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), aShare, (total, share) => {
      let expected = 0;
      let probability = (1 - share) ** total;
      for (let own = 0; own <= total; own += 1) {
        expected += probability * evidence(own, total - own, share);
        probability *= ((total - own) / (own + 1)) * (share / (1 - share));
      }
      expect(expected).toBeCloseTo(1, 9);
    }),
  );
});

test('[split-tests] a destination wins exactly when all its intervals begin at one or above', () => {
  fc.assert(
    fc.property(aTest, fc.boolean(), (periods, isEven) => {
      const destinations = periods[0]?.visits.length ?? 2;
      const bar = winningBar(destinations, isEven);
      const winner = winnerOf(logEvidenceTable(periods, destinations), bar);
      const places = Array.from({ length: destinations }, (_, place) => place);
      const surelyBetter = places.filter((own) =>
        places.every(
          (other) => other === own || ratioInterval(pairPeriods(periods, own, other), bar).low >= 1,
        ),
      );
      expect(surelyBetter).toEqual(winner === null ? [] : [winner]);
    }),
    { numRuns: 300 },
  );
});

test('at most one destination has evidence of the bar against all others', () => {
  fc.assert(
    fc.property(aTest, (periods) => {
      const destinations = periods[0]?.visits.length ?? 2;
      const table = logEvidenceTable(periods, destinations);
      const winners = table.filter((row, own) =>
        row.every((log, other) => other === own || log >= Math.log(40)),
      );
      expect(winners.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

test('evidence falls as the ratio that it speaks of grows', () => {
  const ratios = fc.double({ min: 0.001, max: 1000, noNaN: true });
  fc.assert(
    fc.property(aPeriod, ratios, ratios, (period, one, another) => {
      const [less, more] = [Math.min(one, another), Math.max(one, another)];
      expect(logEvidence([period], more)).toBeLessThanOrEqual(logEvidence([period], less) + 1e-9);
    }),
  );
});

test('a period in which a destination has no visit says nothing about it', () => {
  const periods = [
    { visits: [500, 500, 0], converting: [30, 10, 0] },
    { visits: [500, 0, 500], converting: [30, 0, 10] },
  ];

  expect(pairPeriods(periods, 0, 1)).toEqual([{ share: 0.5, own: 30, other: 10 }]);
  expect(pairPeriods(periods, 1, 2)).toEqual([]);
  expect(Math.exp(logEvidenceTable(periods, 3)[1]?.[2] ?? NaN)).toBeCloseTo(1, 12);
});

const aShare = fc.double({ min: 0.05, max: 0.95, noNaN: true });
const aPeriod: fc.Arbitrary<PairPeriod> = fc.record({
  share: aShare,
  own: fc.nat(300),
  other: fc.nat(300),
});

/** One to three periods of two to four destinations, often with a clear winner. */
const aTest: fc.Arbitrary<readonly PeriodCounts[]> = fc
  .integer({ min: 2, max: 4 })
  .chain((destinations) => {
    const period = fc.record({
      visits: fc.array(fc.integer({ min: 0, max: 2000 }), sizeOf(destinations)),
      converting: fc.array(fc.oneof(fc.nat(20), fc.nat(150)), sizeOf(destinations)),
    });
    return fc.array(period, { minLength: 1, maxLength: 3 });
  });

function sizeOf(destinations: number): { minLength: number; maxLength: number } {
  return { minLength: destinations, maxLength: destinations };
}

function even(own: number, other: number): PairPeriod {
  return { share: 0.5, own, other };
}

function evidence(own: number, other: number, share = 0.5): number {
  return Math.exp(logEvidence([{ share, own, other }]));
}

/** The table of a period in which all destinations had 10,000 visits. */
function evenTable(converting: readonly number[]): readonly (readonly number[])[] {
  const visits = converting.map(() => 10_000);
  return logEvidenceTable([{ visits, converting }], converting.length);
}
