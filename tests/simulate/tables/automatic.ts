import type { Shares } from '#core/split-tests/counts';
import { judge } from '#core/split-tests/judge';
import { automaticSlots, type Random } from '#core/split-tests/shares';
import { judgedTest, mayBeWon } from '#tests/simulate/trial';
import { simulateVisits } from '#tests/simulate/visits';
import {
  digits,
  errorOfMean,
  liftedArms,
  looks,
  mean,
  percentOf,
  quantile,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

const rate = 0.03;

/** A test that ran all its days. */
type Run = {
  readonly winner: number | null;
  readonly verdictDay: number;
  readonly conversions: number;
};

/** What automatic shares earn, and what they cost. */
export function automatic(size: Size): Table {
  const cases = [
    [2, 200, 0.5],
    [2, 1000, 0.2],
    [2, 1000, 0.5],
    [4, 1000, 0.5],
    [2, 200, 0],
    [2, 1000, 0],
    [4, 1000, 0],
  ] as const;
  return {
    title: 'Automatic shares beside an even split',
    note: `Percent of tests that name a winner within ${looks} days (median day), and how many conversions automatic shares
bring more in all ${looks} days. 3 % of visits convert, at once. Without a difference, every winner is a false one.`,
    head: ['Destinations, visits a day, lift', 'even', 'automatic', 'conversions'],
    rows: cases.map(([destinations, visitsPerDay, lift]) => {
      const runs = (isAutomatic: boolean): readonly Run[] =>
        simulateCell(
          size,
          `automatic/${destinations}/${visitsPerDay}/${lift}/${isAutomatic}`,
          (random) => run({ destinations, visitsPerDay, lift, isAutomatic, random }),
        );
      const [even, shifted] = [runs(false), runs(true)];
      return [
        `${destinations}, ${visitsPerDay.toLocaleString('en-US')}, ${lift === 0 ? 'none' : `+${100 * lift} %`}`,
        ...[even, shifted].map((all) => named(all, lift === 0 ? null : destinations - 1)),
        lift === 0 ? '' : gain(even, shifted),
      ];
    }),
  };
}

/** How many runs named `best`, and on which day; null counts each run that named a winner. */
function named(runs: readonly Run[], best: number | null): string {
  const isMeant = ({ winner }: Run): boolean =>
    winner !== null && (best === null || winner === best);
  const days = runs.filter(isMeant).map(({ verdictDay }) => verdictDay);
  const part = percentOf(runs, isMeant);
  return best === null || days.length === 0 ? part : `${part} (${quantile(days, 0.5)})`;
}

function gain(even: readonly Run[], shifted: readonly Run[]): string {
  const [before, after] = [even, shifted].map((runs) => runs.map(({ conversions }) => conversions));
  if (before === undefined || after === undefined) return '';
  const ratio = mean(after) / mean(before);
  const error =
    ratio * Math.hypot(errorOfMean(before) / mean(before), errorOfMean(after) / mean(after));
  return `+${digits(100 * (ratio - 1))} ± ${digits(100 * error)} %`;
}

function run(test: {
  readonly destinations: number;
  readonly visitsPerDay: number;
  readonly lift: number;
  readonly isAutomatic: boolean;
  readonly random: Random;
}): Run {
  const { destinations, lift, isAutomatic, random } = test;
  const visits = simulateVisits(liftedArms(destinations, lift, { rate }), test);
  const even = { fromDay: 0, slots: Array<number>(destinations).fill(1), isAutomatic: false };
  const shares: Shares[] = isAutomatic ? [] : [even];
  let [winner, verdictDay, conversions]: [number | null, number, number] = [null, 0, 0];
  for (let today = 1; today <= looks; today += 1) {
    if (isAutomatic) {
      const slots = automaticSlots(visits.received(), random, { winner });
      shares.push({ fromDay: today - 1, slots, isAutomatic });
    }
    conversions += mean(visits.pass(shares.at(-1)?.slots ?? even.slots)) * destinations;
    if (winner !== null) continue;
    const look = { today, window: 1, shares, days: visits.rows } as const;
    const verdict = mayBeWon(look) ? judge(judgedTest(look)).verdict : null;
    if (verdict !== null) [winner, verdictDay] = [verdict.winner.destination, today];
  }
  return { winner, verdictDay, conversions };
}
