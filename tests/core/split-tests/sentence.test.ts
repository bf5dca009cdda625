import { expect, test } from 'bun:test';
import type { CategoryCounts } from '#core/split-tests/checks';
import { type Evidence, judge } from '#core/split-tests/judge';
import { sentenceOf, type Told } from '#core/split-tests/sentence';
import { aSplitTest, beganOn, dayOf } from '#tests/support/builders/split-tests';

const skewed: readonly CategoryCounts[] = [
  { category: 'mobile', visits: [700, 300], of: [1500, 1500] },
  { category: 'desktop', visits: [500, 500], of: [1500, 1500] },
];
const silent = dayOf(beganOn, [4000, 4000], [40, 0]);
const wins = dayOf(beganOn, [4000, 4000], [80, 130]);

test('row 1: visits of another kind', () => {
  expect(told({ composition: skewed, days: wins })).toBe(
    'Do not trust this test yet: the destinations did not get the same kind of visitors. They differ most in mobile visits.',
  );
});

test('row 1: visits that were lost or doubled', () => {
  expect(told({ days: dayOf(beganOn, [4000, 4002], [80, 130]) })).toBe(
    'Do not trust this test yet: visits were lost or counted twice, so that the destinations differ by more than their turns.',
  );
});

test('row 2: a destination that reports nothing', () => {
  expect(told({ days: silent, today: beganOn + 30 })).toBe(
    'B has not reported one conversion. Check that its page reports them.',
  );
});

test('row 3: too early, with the day of the first result', () => {
  const day = Date.UTC(2026, 11, 3) / 86_400_000;
  const early = (window: 1 | 7 | 30): string =>
    told({
      ...{ window, beganOn: day, today: day + 1, days: [] },
      shares: [{ fromDay: day, slots: [1, 1], isAutomatic: false }],
    });

  expect(early(1)).toBe(
    'Too early to judge: the first result comes on Dec 10, when visits have had 1 day to convert.',
  );
  expect(early(7)).toBe(
    'Too early to judge: the first result comes on Dec 17, when visits have had 7 days to convert.',
  );
  expect(early(30)).toBe(
    'Too early to judge: the first result comes on Jan 3, when visits have had 30 days to convert.',
  );
});

test('row 4: a winner of two', () => {
  expect(told({ days: wins })).toBe('B wins. It converts about 57% better than A, at least 3%.');
});

test('row 4: a winner whose interval begins above the cautious estimate', () => {
  expect(told({ days: silent, today: beganOn + 31 })).toBe(
    'A wins. It converts at least 423% better than B.',
  );
});

test('row 4b: a winner of three, with the least of its intervals', () => {
  const days = dayOf(beganOn, [4000, 4000, 4000], [80, 75, 130]);

  expect(told({ destinations: 3, days })).toBe(
    'C wins against all 2 others; it converts at least 2% better than the next best.',
  );
});

test('row 5: alike', () => {
  expect(told({ days: dayOf(beganOn, [40_000, 40_000], [670, 670]) })).toBe(
    'They convert alike: the difference is below 20%. Take the one that you like best.',
  );
  expect(told({ days: dayOf(beganOn, [40_000, 40_000], [600, 600]) })).not.toContain('alike');
});

test('row 6: no winner after the planned visits', () => {
  expect(told({ days: dayOf(beganOn, [30_000, 30_000], [900, 910]) })).toContain('alike');
  expect(told({ days: dayOf(beganOn, [30_000, 30_000], [880, 950]) })).toBe(
    'No winner. A difference of 19% or more would probably have shown by now. You can stop.',
  );
});

test('row 7: too few conversions', () => {
  expect(told({ days: dayOf(beganOn, [300, 300], [9, 10]) })).toBe(
    'Too few conversions so far (19). A difference of 50% usually needs about 9,000 visits.',
  );
  expect(told({ days: dayOf(beganOn, [300, 300], [10, 10]) })).not.toContain('Too few');
  expect(told({ days: dayOf(beganOn, [300, 300], [0, 0]) })).toBe(
    'Too few conversions so far (0). The first results need about 20.',
  );
});

test('row 8: a leader, with the visits that will settle it', () => {
  // (60, 40) has to grow by 2.59929: 1.3 * 1.59929 * 8,000 visits, of which 1,143 come a day.
  expect(told({ days: dayOf(beganOn, [4000, 4000], [60, 40]) })).toBe(
    'No winner yet. A leads; if it stays so, about 20,000 more visits (about 10 days) will settle it.',
  );
});

test('row 9: none in sight', () => {
  expect(told({ days: dayOf(beganOn, [4000, 4000], [101, 99]) })).toBe(
    'No winner yet, and none in sight: the difference so far is no larger than chance.',
  );
  expect(told({ days: dayOf(beganOn, [4000, 4000], [40, 40]) })).toContain('none in sight');
});

test('row 9: a forecast of more than ten times the visits, or of more than 180 days, is none', () => {
  // (11, 9) has to grow by 53; (30, 20) in 100 days of few visits takes more than 180 days.
  expect(told({ days: dayOf(beganOn, [4000, 4000], [16, 14]) })).toContain('none in sight');
  const slow = { days: dayOf(beganOn, [400, 400], [30, 20]), today: beganOn + 100 };
  expect(told(slow)).toContain('none in sight');
  expect(told({ ...slow, today: beganOn + 20 })).toContain('A leads');
});

test('row 10: automatic mode says so after every sentence', () => {
  const shares = [{ fromDay: beganOn, slots: [10, 10], isAutomatic: true }];

  expect(told({ days: wins, shares }, { isAutomatic: true })).toBe(
    'B wins. It converts about 57% better than A, at least 3%. Visits go where conversions are. This earns more, but takes longer to name a winner.',
  );
});

test('a sentence says that a verdict was withdrawn', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const days = dayOf(beganOn, [4000, 4000], [80, 81]);

  expect(told({ verdict, days })).toBe(
    'No winner yet, and none in sight: the difference so far is no larger than chance. The earlier verdict is withdrawn: conversions were edited, or came later than expected.',
  );
});

test('revenue earns where conversions convert', () => {
  const days = dayOf(beganOn, [4000, 4000], [60, 60]);
  const amounts = [[Array<number>(60).fill(9000), Array<number>(60).fill(2000)]];
  const revenue = { capCents: 15_000, amountsWithin: () => amounts };

  expect(told({ days, revenue })).toBe('A wins. It earns more per visit than B.');
  const three = {
    destinations: 3,
    days: dayOf(beganOn, [4000, 4000, 4000], [60, 60, 60]),
    revenue: { capCents: 15_000, amountsWithin: () => [[...(amounts[0] ?? []), [2000]]] },
  };
  expect(told(three)).toBe(
    'A wins against all 2 others; it earns more per visit than each of them.',
  );
});

test('revenue of fewer than twenty orders is too little', () => {
  const revenue = { capCents: 15_000, amountsWithin: () => [[[], []]] };
  const ordered = (first: number, second: number): string =>
    told({ revenue, days: dayOf(beganOn, [4000, 4000], [first, second]) });

  expect(ordered(10, 9)).toBe('Too few conversions so far (19). The first results need about 20.');
  expect(ordered(10, 10)).toContain('none in sight');
});

test('of several sentences that apply, the first row is told', () => {
  const day = beganOn + 3;
  const lost = dayOf(beganOn, [4000, 4005], [40, 0]);

  // 1 before 2 and 3.
  expect(told({ days: lost, today: day })).toContain('Do not trust');
  // 2 before 3, and before 4 when it is no longer early.
  expect(told({ days: silent, today: day })).toContain('has not reported');
  expect(told({ days: silent })).toContain('has not reported');
  // 3 before 4, and before 7.
  expect(told({ days: wins, today: day })).toContain('Too early');
  expect(told({ days: [], today: day })).toContain('Too early');
  // 1 before 4.
  expect(told({ days: wins, composition: skewed })).toContain('Do not trust');
  // 4 before 5: better than the other, but by less than 20 %.
  const slightly = dayOf(beganOn, [900_000, 900_000], [20_000, 18_000]);
  expect(told({ days: slightly })).toContain('A wins.');
  // 5 before 6.
  expect(told({ days: dayOf(beganOn, [90_000, 90_000], [2000, 2000]) })).toContain('alike');
});

test('a sticky test has no verdict, whatever the numbers, and says why', () => {
  const sentence =
    'No verdict for this test: people who come again see the same destination, so that visits are not independent. Compare the numbers with care.';

  for (const changes of [
    { days: wins },
    { days: [], today: beganOn + 1 },
    { days: wins, composition: skewed },
  ]) {
    expect(told({ ...changes, isSticky: true })).toBe(sentence);
  }
  expect(told({ days: silent, today: beganOn + 8, isSticky: true })).toBe(
    'B has not reported one conversion. Check that its page reports them.',
  );
});

test('row 8 comes before row 6 from a quarter of the bar, and not below it', () => {
  // Evidence of 10.39 and of 9.85, where the bar is 40, after more visits than 20 % takes.
  const toldOf = (leading: number): string =>
    told({ days: dayOf(beganOn, [100_000, 100_000], [leading, 1000]) });

  expect(toldOf(1129)).toContain('A leads');
  expect(toldOf(1128)).toContain('No winner. ');
});

test('row 5 begins where the intervals of 640 to 670 conversions each end', () => {
  const kind = (count: number): string =>
    told({ days: dayOf(beganOn, [40_000, 40_000], [count, count]) });

  expect(kind(640)).not.toContain('alike');
  expect(kind(670)).toContain('alike');
});

test('row 8 comes before row 6 when the evidence is a quarter of the bar', () => {
  // Evidence of 34 of 40 after more visits than a difference of 20 % takes.
  const close = dayOf(beganOn, [200_000, 200_000], [2000, 1800]);
  const far = dayOf(beganOn, [200_000, 200_000], [1500, 1400]);

  expect(told({ days: close })).toContain('A leads');
  expect(told({ days: far })).toContain('No winner. ');
});

test('a test that is over says nothing of what is still to come', () => {
  const over = { isOver: true, isAutomatic: true };
  const close = { days: dayOf(beganOn, [200_000, 200_000], [2000, 1800]) };
  const far = { days: dayOf(beganOn, [200_000, 200_000], [1500, 1400]) };

  expect(told(close)).toContain('more visits');
  expect(told(close, over)).toBe('No winner was named. A led.');
  expect(told(far)).toContain('You can stop.');
  expect(told(far, over)).toMatch(/^No winner\. .*would probably have shown by now\.$/);
});

function told(changes: Partial<Evidence>, how: Partial<Told> = {}): string {
  const test = aSplitTest(changes);
  const { lead, rest } = sentenceOf(judge(test), {
    destinations: test.destinations,
    isRevenue: test.revenue !== null,
    isAutomatic: false,
    isOver: false,
    ...how,
  });
  return `${lead} ${rest}`;
}
