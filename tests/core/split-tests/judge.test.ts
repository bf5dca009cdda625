import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { DayCounts, Window } from '#core/split-tests/counts';
import {
  type Evidence,
  judge,
  type Judgement,
  type RevenueEvidence,
  type Verdict,
} from '#core/split-tests/judge';
import { aSplitTest, beganOn, dayOf, withDelays } from '#tests/support/builders/split-tests';

const wins = dayOf(beganOn, [4000, 4000], [80, 130]);
const isNoMore = dayOf(beganOn + 6, [4000, 4000], [60, 20]);

test('[split-tests] a destination whose evidence reaches the bar wins, with what it was counted from', () => {
  const judged = judge(aSplitTest({ days: wins }));

  expect(judged.state).toMatchObject({ kind: 'winner', destination: 1, over: 0 });
  expect(judged.verdict).toMatchObject({
    ...{ day: beganOn + 7, window: 1, bar: 40 },
    counts: { visits: [4000, 4000], converting: [80, 130] },
  });
  expect(Math.exp(judged.verdict?.logEvidence[0] ?? 0)).toBeCloseTo(86.0911771, 6);
  expect(judged.state).toMatchObject({
    cautious: expect.closeTo(1.574515674, 8),
    low: expect.closeTo(1.03499, 5),
  });
});

test('a sticky test names no winner and claims no evidence, however clear and uneven the counts are', () => {
  const days = dayOf(beganOn, [9000, 4000], [80, 1300]);
  const capped = { capCents: 1000, amountsWithin: () => [[[], Array<number>(500).fill(900)]] };
  for (const revenue of [null, capped]) {
    const judged = judge(aSplitTest({ days, revenue, isSticky: true }));

    expect(judged).toMatchObject({
      state: { kind: 'no_verdict' },
      verdict: null,
      settled: { visits: [9000, 4000], converting: [80, 1300] },
      leader: null,
      fromLeader: [null, null],
      behind: [],
      logEvidence: [0, 0],
    });
  }
});

test('a winner wins against all: the other of three who is nearly as good prevents it', () => {
  const three = (converting: readonly number[]): Judgement =>
    judge(aSplitTest({ destinations: 3, days: dayOf(beganOn, [4000, 4000, 4000], converting) }));

  expect(three([130, 80, 75]).state).toMatchObject({ kind: 'winner', destination: 0, over: 1 });
  expect(three([130, 80, 110]).verdict).toBeNull();
});

test('the bars are those of weights when the shares were ever uneven or automatic', () => {
  const days = dayOf(beganOn, [4000, 4000, 4000], [0, 0, 0]);
  const shares = [{ fromDay: beganOn, slots: [1, 1, 1], isAutomatic: false }];
  const bar = (changes: Partial<Evidence>): number =>
    judge(aSplitTest({ destinations: 3, days, shares, ...changes })).bar;

  expect(bar({})).toBe(46);
  const later = { fromDay: beganOn + 3, slots: [10, 5, 5], isAutomatic: false };
  expect(bar({ shares: [...shares, later] })).toBe(60);
  expect(bar({ shares: [{ fromDay: beganOn, slots: [1, 1, 1], isAutomatic: true }] })).toBe(60);
  expect(bar({ revenue: { capCents: null, amountsWithin: () => [] } })).toBe(60);
});

test('nobody wins before max(7, 2 W) whole days, or before day 31 with a window of 30 days', () => {
  const firstDays = ([1, 3, 7, 14, 30] as const).map((window) => {
    const days = Array.from({ length: 40 }, (_, at) => at);
    return days.find(
      (at) => judge(aSplitTest({ window, days: wins, today: beganOn + at })).verdict !== null,
    );
  });

  expect(firstDays).toEqual([7, 7, 14, 28, 31]);
});

test('the day of the first verdict that is announced is the day on which it can be given', () => {
  for (const window of [1, 3, 7, 14, 30] as const) {
    const { state } = judge(aSplitTest({ window, days: wins, today: beganOn + 1 }));
    const today = state.kind === 'early' ? state.firstVerdictOn : 0;
    expect(judge(aSplitTest({ window, days: wins, today: today - 1 })).verdict).toBeNull();
    expect(judge(aSplitTest({ window, days: wins, today })).verdict).not.toBeNull();
  }
});

test('the conversions of today and of days that are not settled do not count', () => {
  const today = beganOn + 10;
  const recent = [...dayOf(today - 1, [4000, 4000], [80, 130]), ...dayOf(today, [9, 9], [0, 9])];

  expect(judge(aSplitTest({ days: recent, today })).settled.converting).toEqual([0, 0]);
  expect(judge(aSplitTest({ days: recent, today: today + 1 })).settled.converting).toEqual([
    80, 130,
  ]);
});

test('a destination that reports nothing does not lose before day 31', () => {
  const days = dayOf(beganOn, [4000, 4000], [100, 0]);
  const judgedOn = (day: number): Judgement => judge(aSplitTest({ days, today: beganOn + day }));

  for (const day of [2, 7, 30]) {
    expect(judgedOn(day).state).toEqual({ kind: 'untracked', destination: 1 });
    expect(judgedOn(day).verdict).toBeNull();
  }
  expect(judgedOn(31).state).toMatchObject({ kind: 'winner', destination: 0 });
});

test('nobody wins before day 31 against a destination without conversions, however few others have', () => {
  const shares = [{ fromDay: beganOn, slots: [2, 18], isAutomatic: false }];
  const days = dayOf(beganOn, [400, 3600], [7, 0]);
  const judgedOn = (day: number): Judgement =>
    judge(aSplitTest({ days, shares, today: beganOn + day }));

  expect(judgedOn(30).verdict).toBeNull();
  expect(judgedOn(30).state.kind).toBe('few');
  expect(judgedOn(31).verdict?.winner.destination).toBe(0);
});

test('a destination that was taken out is not said to report nothing', () => {
  const shares = [{ fromDay: beganOn, slots: [10, 10, 0], isAutomatic: false }];
  const days = dayOf(beganOn, [4000, 4000, 0], [100, 90, 0]);

  expect(judge(aSplitTest({ destinations: 3, shares, days })).state.kind).not.toBe('untracked');
});

test('late conversions of one side name nobody: the window rises and the counts wait', () => {
  // A converts in minutes, B as often but ten days later.
  const late = (today: number): readonly DayCounts[] =>
    Array.from({ length: today - beganOn }, (_, at) => beganOn + at).flatMap((day) => {
      const isReceived = day + 10 < today;
      const counts = isReceived ? withDelays(30, 30, 10) : withDelays(0, 0);
      return [
        { day, destination: 0, visits: 1000, ...withDelays(30, 0) },
        { day, destination: 1, visits: 1000, ...counts },
      ];
    });
  let window: Window = 1;
  for (let today = beganOn + 1; today <= beganOn + 60; today += 1) {
    const judged = judge(aSplitTest({ window, today, days: late(today) }));
    expect(judged.verdict).toBeNull();
    ({ window } = judged);
  }

  expect(window).toBe(14);
});

test('the conversions of today do not hide that others came late', () => {
  const today = beganOn + 10;
  const late = { day: beganOn, destination: 0, visits: 4000, ...withDelays(50, 2, 2) };

  expect(judge(aSplitTest({ today, days: [late] })).window).toBe(3);
  expect(judge(aSplitTest({ today, days: [late, ...dayOf(today, [900], [50])] })).window).toBe(3);
});

test('a verdict stays when later visits point the other way', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const later = judge(aSplitTest({ verdict, days: [...wins, ...isNoMore], today: beganOn + 12 }));

  expect(
    judge(aSplitTest({ days: [...wins, ...isNoMore], today: beganOn + 12 })).verdict,
  ).toBeNull();
  expect(later.verdict).toEqual(verdict);
  expect(later.state).toEqual(verdict?.winner ?? never());
  expect(later.withdrawnOn).toBeNull();
});

test('a verdict stays when shares change after it', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const shares = [
    { fromDay: beganOn, slots: [1, 1], isAutomatic: false },
    { fromDay: beganOn + 6, slots: [4, 16], isAutomatic: false },
  ];
  const later = judge(
    aSplitTest({ verdict, shares, days: [...wins, ...isNoMore], today: beganOn + 12 }),
  );

  expect(later.verdict).toEqual(verdict);
});

test('a verdict is withdrawn when conversions are removed and the rest does not reach the bar', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const removed = dayOf(beganOn, [4000, 4000], [80, 110]);
  const later = judge(aSplitTest({ verdict, days: removed, today: beganOn + 9 }));

  expect(later).toMatchObject({ verdict: null, withdrawnOn: later.day });
  expect(later.state.kind).not.toBe('winner');
});

test('a verdict stays when conversions are removed and the rest reaches the bar', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const removed = dayOf(beganOn, [4000, 4000], [80, 128]);
  const later = judge(aSplitTest({ verdict, days: removed, today: beganOn + 9 }));

  const basis = { day: beganOn + 9, window: 1, converting: [80, 128] };
  expect(later).toMatchObject({ verdict: { ...verdict, basis }, withdrawnOn: null });
});

test('after an edit that leaves the winner, a later fall by chance does not take it back', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const removed = dayOf(beganOn, [4000, 4000], [80, 128]);
  const edited = judge(aSplitTest({ verdict, days: removed, today: beganOn + 9 }));
  const days = [...removed, ...dayOf(beganOn + 8, [4000, 4000], [120, 90])];
  const later = judge(aSplitTest({ verdict: edited.verdict, days, today: beganOn + 12 }));

  expect(later.logEvidence[1]).toBeLessThan(Math.log(later.bar));
  expect(later).toMatchObject({ state: { kind: 'winner', destination: 1 }, withdrawnOn: null });
});

test('what was withdrawn is said until there is another verdict', () => {
  const alike = aSplitTest({ days: dayOf(beganOn, [4000, 4000], [80, 81]), today: beganOn + 9 });
  const since = { ...alike, withdrawnOn: beganOn + 8 };

  expect(judge(since).withdrawnOn).toBe(beganOn + 8);
  expect(judge({ ...since, days: wins }).withdrawnOn).toBeNull();
});

test('a verdict is withdrawn when late conversions raise the window and undo the evidence', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const days = [
    { day: beganOn, destination: 0, visits: 4000, ...withDelays(120, 40, 2) },
    { day: beganOn, destination: 1, visits: 4000, ...withDelays(130, 0) },
  ];
  const later = judge(aSplitTest({ verdict, days, today: beganOn + 9 }));

  expect(later).toMatchObject({ window: 3, verdict: null, withdrawnOn: later.day });
  expect(judge(aSplitTest({ window: 3, days, today: beganOn + 10 })).withdrawnOn).toBeNull();
});

test('a verdict stays when the window rises and the evidence still reaches the bar', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const days = [
    { day: beganOn, destination: 0, visits: 4000, ...withDelays(83, 3, 2) },
    { day: beganOn, destination: 1, visits: 4000, ...withDelays(140, 10, 2) },
  ];
  const later = judge(aSplitTest({ verdict, days, today: beganOn + 9 }));

  const basis = { day: beganOn + 9, window: 3 };
  expect(later).toMatchObject({ window: 3, verdict: { ...verdict, basis }, withdrawnOn: null });
});

test('when edits make another destination win, that is a new verdict of the same day', () => {
  const { verdict } = judge(aSplitTest({ days: wins }));
  const swapped = dayOf(beganOn, [4000, 4000], [130, 80]);
  const later = judge(aSplitTest({ verdict, days: swapped, today: beganOn + 9 }));

  expect(later.withdrawnOn).toBe(later.day);
  expect(later.state).toMatchObject({ kind: 'winner', destination: 0 });
  expect(later.verdict).toMatchObject({ day: beganOn + 9, winner: { destination: 0 } });
});

test('a test whose visits cannot be trusted names nobody, but keeps an earlier verdict', () => {
  const days = [...wins, ...dayOf(beganOn + 1, [100, 105], [0, 0])];
  const { verdict } = judge(aSplitTest({ days: wins }));

  expect(judge(aSplitTest({ days })).verdict).toBeNull();
  const later = judge(aSplitTest({ days, verdict, today: beganOn + 9 }));
  expect(later.state).toEqual({ kind: 'untrusted', because: 'lost_visits' });
  expect(later.verdict).toEqual(verdict);
});

test('equal slots of a round of twenty may differ by the slots of a cut round', () => {
  const shares = [{ fromDay: beganOn, slots: [10, 10], isAutomatic: false }];
  const judged = (difference: number): Judgement =>
    judge(aSplitTest({ shares, days: dayOf(beganOn, [4000, 4000 + difference], [50, 50]) }));

  expect(judged(10).state.kind).not.toBe('untrusted');
  expect(judged(11).state.kind).toBe('untrusted');
});

test('later shares begin within a round, and may cut two', () => {
  const shares = [
    { fromDay: beganOn, slots: [1, 1], isAutomatic: false },
    { fromDay: beganOn + 3, slots: [10, 10], isAutomatic: false },
  ];
  const judged = (difference: number): Judgement =>
    judge(aSplitTest({ shares, days: dayOf(beganOn, [4000, 4000 + difference], [50, 50]) }));

  expect(judged(21).state.kind).not.toBe('untrusted');
  expect(judged(22).state.kind).toBe('untrusted');
});

test('days that do not count yet may have cut another round', () => {
  const judged = (day: number): Judgement =>
    judge(aSplitTest({ days: dayOf(day, [4000, 4002], [50, 50]) }));

  expect(judged(beganOn).state.kind).toBe('untrusted');
  expect(judged(beganOn + 2).state.kind).not.toBe('untrusted');
});

test('reading a judgement again with its result changes nothing', () => {
  const rows = fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(40)), { maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 45 }), (counts, day) => {
      const days = counts.flatMap(([own, other, late], at) => [
        { day: beganOn + at, destination: 0, visits: 900, ...withDelays(own + late, late, 2) },
        { day: beganOn + at, destination: 1, visits: 900, ...withDelays(other, 0) },
      ]);
      const test = aSplitTest({ days, today: beganOn + day });
      const first = judge(test);
      const again = judge({ ...test, window: first.window, verdict: first.verdict });
      expect(again).toEqual(first);
    }),
    { numRuns: 60 },
  );
});

test('the leader has the highest settled rate, and nobody leads with equal counts', () => {
  const led = (visits: readonly number[], converting: readonly number[]) =>
    judge(aSplitTest({ days: dayOf(beganOn, visits, converting) })).leader;

  expect(led([4000, 4000], [80, 81])).toBe(1);
  expect(led([4000, 4000], [80, 80])).toBeNull();
  expect(led([4001, 4000], [80, 80])).toBeNull();
  expect(led([4000, 4000], [0, 0])).toBeNull();
});

test('each destination is compared with the leader', () => {
  const ahead = judge(aSplitTest({ days: dayOf(beganOn, [4000, 4000], [130, 80]) }));
  const unbounded = judge(
    aSplitTest({ days: dayOf(beganOn, [4000, 4000], [0, 8]), today: beganOn + 31 }),
  );

  expect(ahead.fromLeader).toEqual([
    null,
    {
      low: expect.closeTo(1 / 2.59656, 5),
      high: expect.closeTo(1 / 1.03499, 5),
      cautious: expect.closeTo(1 / 1.574515674, 8),
    },
  ]);
  expect(unbounded.fromLeader[0]?.low).toBe(0);
  expect(unbounded.fromLeader[1]).toBeNull();
  expect(judge(aSplitTest({ days: dayOf(beganOn, [40, 40], [5, 5]) })).fromLeader).toEqual([
    null,
    null,
  ]);
});

test('a ratio that nothing bounds has no upper bound', () => {
  const shares = [{ fromDay: beganOn, slots: [18, 2, 0], isAutomatic: false }];
  const days = dayOf(beganOn, [3600, 400, 0], [90, 2, 0]);

  // The third destination had no visit: it can be anything beside the leader.
  expect(judge(aSplitTest({ destinations: 3, shares, days })).fromLeader[2]).toMatchObject({
    ...{ low: 0, high: null },
  });
});

test('with weights the highest rate leads, not the highest count', () => {
  const shares = [{ fromDay: beganOn, slots: [16, 4], isAutomatic: false }];
  const judged = judge(aSplitTest({ shares, days: dayOf(beganOn, [8000, 2000], [160, 50]) }));

  expect(judged.leader).toBe(1);
  expect(judged.state.kind).not.toBe('winner');
});

test('with weights the next best has the highest rate of the others', () => {
  const shares = [{ fromDay: beganOn, slots: [14, 4, 2], isAutomatic: false }];
  const days = dayOf(beganOn, [7000, 2000, 1000], [70, 120, 15]);

  expect(judge(aSplitTest({ destinations: 3, shares, days })).state).toMatchObject({
    ...{ kind: 'winner', destination: 1, over: 2 },
  });
});

test('ten conversions of another destination say that one is not tracked, nine do not', () => {
  const kind = (count: number) =>
    judge(aSplitTest({ days: dayOf(beganOn, [4000, 4000], [count, 0]) })).state.kind;

  expect([kind(9), kind(10)]).toEqual(['few', 'untracked']);
});

test('ten conversions are needed to say that a page loses the click id', () => {
  const lost = (received: number): number | null =>
    judge(
      aSplitTest({
        days: [
          { day: beganOn, destination: 0, visits: 900, ...withDelays(40, 0) },
          {
            ...{ day: beganOn, destination: 1, visits: 900 },
            ...withDelays(received, 0),
            inferred: 9,
          },
        ],
      }),
    ).losesClickIds;

  expect([lost(9), lost(10)]).toEqual([null, 1]);
});

test('the evidence of a destination is its least one, against whom it is closest to', () => {
  const days = dayOf(beganOn, [4000, 4000, 4000], [130, 80, 110]);
  const [first = 0] = judge(aSplitTest({ destinations: 3, days })).logEvidence;

  expect(Math.exp(first)).toBeCloseTo(0.9680711317, 8);
});

test('the first destination can be the one that reports nothing', () => {
  const days = dayOf(beganOn, [4000, 4000], [0, 40]);

  expect(judge(aSplitTest({ days })).state).toEqual({ kind: 'untracked', destination: 0 });
});

test('the visits of today, of which some are still on their way, are not called lost', () => {
  const today = beganOn + 9;
  const days = [...wins, ...dayOf(today, [40, 70], [0, 0])];

  expect(judge(aSplitTest({ days, today })).state.kind).toBe('winner');
});

test('automatic shares have no composition to compare', () => {
  const shares = [{ fromDay: beganOn, slots: [10, 10], isAutomatic: true }];
  const composition = [{ category: 'mobile' as const, visits: [900, 100], of: [1000, 1000] }];

  expect(judge(aSplitTest({ days: wins, shares, composition })).state.kind).toBe('winner');
});

test('a period in which a destination had no visit says nothing about its revenue', () => {
  const shares = [
    { fromDay: beganOn, slots: [20, 0], isAutomatic: false },
    { fromDay: beganOn + 1, slots: [10, 10], isAutomatic: false },
  ];
  const days = [...dayOf(beganOn, [4000, 0], [90, 0]), ...dayOf(beganOn + 1, [900, 900], [9, 9])];
  const amounts = [
    [Array<number>(90).fill(9000), []],
    [Array<number>(9).fill(5000), Array<number>(9).fill(5000)],
  ];
  const revenue = { capCents: 15_000, amountsWithin: () => amounts };

  expect(judge(aSplitTest({ days, shares, revenue })).logEvidence[0]).toBeLessThan(0);
});

test('a destination is called behind at the bar that holds for every pair', () => {
  const behind = (converting: readonly number[]): readonly number[] =>
    judge(aSplitTest({ destinations: 3, days: dayOf(beganOn, [4000, 4000, 4000], converting) }))
      .behind;

  // Evidence of 86 against 80 conversions: enough to win against one of two, not to be behind of three.
  expect(behind([130, 80, 125])).toEqual([]);
  expect(behind([130, 77, 125])).toEqual([1]);
});

test('a page that loses the click id is named when the others keep it', () => {
  const inferred = (parts: readonly (readonly [number, number])[]): number | null =>
    judge(
      aSplitTest({
        days: parts.map(([received, count], destination) => ({
          ...{ day: beganOn, destination, visits: 4000 },
          ...withDelays(received, 0),
          inferred: count,
        })),
      }),
    ).losesClickIds;

  expect(
    inferred([
      [40, 2],
      [30, 20],
    ]),
  ).toBe(1);
  expect(
    inferred([
      [40, 2],
      [30, 15],
    ]),
  ).toBeNull();
  expect(
    inferred([
      [40, 30],
      [30, 20],
    ]),
  ).toBeNull();
  expect(
    inferred([
      [40, 2],
      [9, 9],
    ]),
  ).toBeNull();
});

test('revenue is judged by amounts, at the bar of weights, without intervals', () => {
  const days = dayOf(beganOn, [4000, 4000], [60, 60]);
  const amounts = (first: number, second: number): RevenueEvidence => ({
    capCents: 15_000,
    amountsWithin: () => [[Array<number>(60).fill(first), Array<number>(60).fill(second)]],
  });
  const judged = judge(aSplitTest({ days, revenue: amounts(9000, 2000) }));

  expect(judged.state).toEqual({
    ...{ kind: 'winner', destination: 0, over: 1 },
    ...{ cautious: null, low: null },
  });
  expect(judged.fromLeader).toEqual([null, null]);
  expect(judge(aSplitTest({ days, revenue: amounts(5000, 5000) })).state.kind).toBe('undecided');
  const unbounded = { ...amounts(9000, 2000), capCents: null };
  expect(judge(aSplitTest({ days, revenue: unbounded })).verdict).toBeNull();
});

test('the amounts of revenue are those within the window that the judgement settled on', () => {
  const asked: Window[] = [];
  const days = [
    { day: beganOn, destination: 0, visits: 900, ...withDelays(60, 20, 2) },
    { day: beganOn, destination: 1, visits: 900, ...withDelays(60, 0) },
  ];
  const amountsWithin = (window: Window): readonly (readonly number[][])[] => {
    asked.push(window);
    return [[[], []]];
  };
  judge(aSplitTest({ days, revenue: { capCents: 15_000, amountsWithin } }));

  expect(asked).toEqual([3]);
});

function never(): Verdict['winner'] {
  throw new Error('the builder gives a winner');
}
