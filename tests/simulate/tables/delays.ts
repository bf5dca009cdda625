import { raisedWindow, settledPeriods, type Window } from '#core/split-tests/counts';
import { logEvidenceTable, winnerOf, winningBar } from '#core/split-tests/evidence';
import { judge } from '#core/split-tests/judge';
import type { Random } from '#core/split-tests/shares';
import { judgedTest, mayBeWon } from '#tests/simulate/trial';
import { type Arm, simulateVisits, type Visits } from '#tests/simulate/visits';
import {
  anyTraffic,
  delayOf,
  equalArms,
  liftedArms,
  looks,
  percentOf,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

type Delay = NonNullable<Arm['delayDays']>;

const rate = 0.03;
const atOnce: Delay = () => 0;
const afterTrial: Delay = (random) => 14 + delayOf(0.1)(random);
const slots = [1, 1];
const shares = [{ fromDay: 0, slots, isAutomatic: false }];

/** Ways to look at the same test: whether a winner is named today. Only `rising` is the product. */
type Look = (visits: Visits, today: number) => boolean;

/** What late conversions do, with Waypost's window and with others. */
export function delays(size: Size): Table {
  const equal = (delayDays: Delay): readonly Arm[] => equalArms(2, { rate, delayDays });
  const unequal = (late: Delay): readonly Arm[] => [
    { rate, delayDays: atOnce },
    { rate, delayDays: late },
  ];
  const lifted = (delayDays: Delay): readonly Arm[] => liftedArms(2, 0.5, { rate, delayDays });
  const mostly: Delay = (random) => (random() < 0.7 ? 0 : afterTrial(random));
  const cases: readonly (readonly [string, readonly Arm[]])[] = [
    ['both mean 1 day', equal(delayOf(1))],
    ['both mean 3 days', equal(delayOf(3))],
    ['A at once, B mean 1 day', unequal(delayOf(1))],
    ['A at once, B mean 3 days', unequal(delayOf(3))],
    ['A at once, B mean 6 days', unequal(delayOf(6))],
    ['A at once, B all after 14 days', unequal(afterTrial)],
    ['A at once, B 30 % after 14 days', unequal(mostly)],
    ['B +50 %, both mean 1 day', lifted(delayOf(1))],
    ['B +50 %, both mean 3 days', lifted(delayOf(3))],
  ];
  const ways: readonly (readonly [string, () => Look])[] = [
    ['all received so far', () => receivedSoFar],
    ['7 days, not raised', () => fixed(7)],
    ['30 days', () => rising(30)],
    ['from 1 day', () => rising(1)],
    ['from 7 days', () => rising(7)],
  ];

  return {
    title: 'Late conversions',
    note: `Two destinations that convert 3 % of their visits. Percent of tests that name a winner within ${looks} days, by the
window; 20 to 2,000 visits a day. The last two rows have a true difference. The first two windows are not
Waypost's: they show what it is there for.`,
    head: ['Delays', ...ways.map(([name]) => name)],
    rows: cases.map(([name, arms]) => {
      const named = simulateCell(size, `delays/${name}`, (random) =>
        namedBy(
          arms,
          ways.map(([, way]) => way()),
          random,
        ),
      );
      return [name, ...ways.map((_, at) => percentOf(named, (one) => one[at] === true))];
    }),
  };
}

/** Whether each way of looking named a winner of one and the same test. */
function namedBy(arms: readonly Arm[], ways: readonly Look[], random: Random): readonly boolean[] {
  const visits = simulateVisits(arms, { visitsPerDay: anyTraffic(random), random });
  const named = ways.map(() => false);
  for (let today = 1; today <= looks; today += 1) {
    visits.pass(slots);
    for (const [at, way] of ways.entries()) {
      if (named[at] !== true) named[at] = way(visits, today);
    }
  }
  return named;
}

function receivedSoFar(visits: Visits, today: number): boolean {
  return (
    today >= 7 && winnerOf(logEvidenceTable([visits.received()], 2), winningBar(2, true)) !== null
  );
}

function fixed(window: Window): Look {
  return (visits, today) =>
    today >= 2 * window &&
    winnerOf(
      logEvidenceTable(settledPeriods(visits.rows, { shares, window, today }), 2),
      winningBar(2, true),
    ) !== null;
}

function rising(first: Window): Look {
  let window = first;
  return (visits, today) => {
    window = raisedWindow(window, visits.rows);
    const look = { today, window, shares, days: visits.rows };
    return mayBeWon(look) && judge(judgedTest(look)).verdict !== null;
  };
}
