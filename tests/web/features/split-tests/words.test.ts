import { expect, test } from 'bun:test';
import { aDestination, aSplitTest } from '#tests/support/builders/shown-split-tests';
import {
  aboutWords,
  allOf,
  comingShares,
  countedWords,
  dayOfTest,
  hasSlots,
  leaderOf,
  levelWords,
  lostWords,
  meterOf,
  planRateWords,
  planWords,
  rateWords,
  reconciled,
  referenceOf,
  timeWords,
  toneOf,
} from '#web/features/split-tests/words.ts';

test('rates have no space before the percent sign, and none without visits', () => {
  expect(rateWords(118, 2598)).toBe('4.5%');
  expect(rateWords(0, 10)).toBe('0.0%');
  expect(rateWords(0, 0)).toBe('–');
});

test('before the first conversion, the pace says how long a difference takes', () => {
  const plan = { visitsPerDay: 312.4, rate: 0.031, twentyPercent: 50_000, fiftyPercent: 9000 };

  expect(planWords({ ...plan, rateOf: 'link' })).toBe(
    'At 312 visits a day, a difference of 20% takes about 200 days. Test a bolder change.',
  );
  expect(planWords({ ...plan, rateOf: 'link', visitsPerDay: 1200 })).toBe(
    'At 1,200 visits a day, a difference of 20% takes about 40 days.',
  );
  expect(planWords({ ...plan, rateOf: 'link', visitsPerDay: 0.2, twentyPercent: 0.2 })).toBe(
    'At 1 visit a day, a difference of 20% takes about 1 day.',
  );
  expect(planRateWords({ ...plan, rateOf: 'account' })).toBe(
    'Counted with 3.1%, the rate of your other links in the last 30 days.',
  );
});

test('days of a test are UTC days, and the first is day 1', () => {
  const began = { beganAt: '2026-11-03T23:59:00.000Z' };

  expect(dayOfTest(began, Date.parse('2026-11-03T23:59:30Z'))).toBe(1);
  expect(dayOfTest(began, Date.parse('2026-11-04T00:00:00Z'))).toBe(2);
  const running = { ...began, isRunning: true, endedAt: null };
  expect(timeWords(running, Date.parse('2026-11-27T12:00:00Z'))).toBe('Since Nov 3, day 25');
  const over = { ...began, isRunning: false, endedAt: '2026-11-20T08:00:00.000Z' };
  expect(timeWords(over, Date.parse('2026-11-27T12:00:00Z'))).toBe('Nov 3 to Nov 20');
  expect(timeWords(over, Date.parse('2027-02-01T12:00:00Z'))).toBe('Nov 3, 2026 to Nov 20, 2026');
});

test('all conversions of the link come about from what the rows show', () => {
  const none = aSplitTest().notAssigned;
  expect(
    reconciled(
      aSplitTest({ destinations: [aDestination(0)], notAssigned: { ...none, conversions: 0 } }),
    ),
  ).toBe('No conversions yet');
  expect(reconciled(aSplitTest())).toBe(
    '280 conversions: 267 first, 8 repeated or of another type, 5 not assigned',
  );
  const notAssigned = { ...aSplitTest().notAssigned, conversions: 0 };
  const destinations = [aDestination(0, { visits: 9, convertingVisits: 1, conversions: 1 })];
  expect(reconciled(aSplitTest({ destinations, notAssigned }))).toBe('1 conversion');
});

test('the last row sums up every row above it, each currency by itself', () => {
  const euros = { currency: 'EUR', revenue: 100, profit: 20, conversions: 1 };
  const test = aSplitTest();
  const [first, ...others] = test.destinations;
  const destinations = [aDestination(0, { ...first, otherCurrencies: [euros] }), ...others];
  const notAssigned = { ...test.notAssigned, otherCurrencies: [euros] };

  expect(allOf(aSplitTest({ destinations, notAssigned }))).toEqual({
    visits: 7794,
    convertingVisits: 267,
    conversions: 280,
    revenue: 1_996_755,
    otherCurrencies: [{ currency: 'EUR', revenue: 200, profit: 40, conversions: 2 }],
  });
});

test('it is said what the judgement counted', () => {
  expect(countedWords(aSplitTest())).toBe(
    'Counted: 6,720 of 7,794 visits and 237 of 267 converting visits; the rest is younger than 3 days.',
  );
  expect(countedWords(aSplitTest({ windowDays: 1 }))).toEndWith('younger than 1 day.');
  expect(countedWords(aSplitTest({ windowDays: null }))).toEndWith('237 of 267 converting visits.');
});

test('it is said what a new test leaves behind', () => {
  expect(lostWords(aSplitTest())).toBe(
    'The new test counts from zero. The 7,794 visits and 267 conversions of this one stay readable under past tests, but no longer count towards a winner.',
  );
  expect(lostWords(aSplitTest({ destinations: [aDestination(0), aDestination(1)] }))).toBe(
    'The new test counts from zero. This one stays readable under past tests.',
  );
});

test('the meter divides the forecast into visits that wait and visits to come', () => {
  expect(meterOf(aSplitTest())).toEqual({ counted: 6720, waiting: 1074, toCome: 1926 });
  expect(meterOf(aSplitTest({ visitsToCome: 500 })).toCome).toBe(0);
  expect(meterOf(aSplitTest({ visitsToCome: null })).toCome).toBeNull();
  expect(aboutWords(1926)).toBe('about 2,000');
  expect(aboutWords(0)).toBe('about 0');
});

test('only a winner is lime, and only what can be fixed is amber', () => {
  expect(toneOf('winner')).toBe('winner');
  expect(toneOf('untrusted')).toBe('warn');
  expect(toneOf('untracked')).toBe('warn');
  for (const state of ['waiting', 'early', 'alike', 'few', 'leading', 'undecided'] as const) {
    expect(toneOf(state)).toBe('plain');
  }
});

test('the others are compared with the one destination that has no difference', () => {
  const test = aSplitTest();
  expect(leaderOf(test)?.letter).toBe('B');
  expect(referenceOf(test)?.letter).toBe('B');
  const destinations = [aDestination(0), aDestination(1)];
  expect(referenceOf({ destinations })).toBeNull();
  expect(leaderOf({ destinations })).toBeNull();
});

test('shares that change at midnight are announced', () => {
  expect(comingShares(aSplitTest())).toBeNull();
  const to = (slots: readonly number[]) =>
    comingShares({
      destinations: slots.map((slotsTomorrow, at) => aDestination(at, { slotsTomorrow })),
    });
  expect(to([5, 10, 5])).toBe('From the next midnight (UTC) the shares are A 5, B 10, C 5 of 20.');
  const fixed = [5, 15].map((slots, at) => aDestination(at, { slots, slotsTomorrow: 1 }));
  expect(hasSlots({ destinations: fixed })).toBe(true);
  expect(comingShares({ destinations: fixed })).toBe(
    'From the next midnight (UTC) the shares are even.',
  );
});

test('evidence is said in words, rounded down', () => {
  expect(levelWords(1)).toBe('enough to win');
  expect(levelWords(0.999)).toBe('99% of enough');
  expect(levelWords(0)).toBe('no evidence');
  expect(levelWords(-3)).toBe('no evidence');
});
