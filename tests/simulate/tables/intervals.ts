import { settledPeriods } from '#core/split-tests/counts';
import { logEvidence, pairPeriods, winningBar } from '#core/split-tests/evidence';
import { plannedVisits } from '#core/split-tests/plan';
import type { Random } from '#core/split-tests/shares';
import { firstVerdict } from '#tests/simulate/trial';
import { simulateVisits } from '#tests/simulate/visits';
import {
  anyTraffic,
  digits,
  errorOfMean,
  liftedArms,
  looks,
  mean,
  percentOf,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

const rates = [0.005, 0.03, 0.2];
const slots = [1, 1];
const shares = [{ fromDay: 0, slots, isAutomatic: false }];

/** How often an interval excludes the true ratio on at least one day. */
export function intervals(size: Size): Table {
  return {
    title: 'Intervals that miss the truth',
    note: `Two destinations. Percent of tests in which the interval of the second rate divided by the first excludes
the true ratio at one of ${looks} daily looks; 20 to 2,000 visits a day.`,
    head: ['True difference', ...rates.map((rate) => `${100 * rate} %`)],
    rows: [0, 0.2, 0.5].map((lift) => [
      lift === 0 ? 'none' : `+${100 * lift} %`,
      ...rates.map((rate) =>
        percentOf(
          simulateCell(size, `intervals/${lift}/${rate}`, (random) => isMissed(rate, lift, random)),
          (missed) => missed,
        ),
      ),
    ]),
  };
}

/** An interval begins where the evidence of a ratio is the bar: it excludes ratios with more. */
function isMissed(rate: number, lift: number, random: Random): boolean {
  const arms = liftedArms(2, lift, { rate });
  const visits = simulateVisits(arms, { visitsPerDay: anyTraffic(random), random });
  const bar = Math.log(winningBar(2, true));
  for (let today = 1; today <= looks; today += 1) {
    visits.pass(slots);
    const periods = settledPeriods(visits.rows, { shares, window: 1, today });
    const isAbove = logEvidence(pairPeriods(periods, 1, 0), 1 + lift) >= bar;
    if (isAbove || logEvidence(pairPeriods(periods, 0, 1), 1 / (1 + lift)) >= bar) return true;
  }
  return false;
}

/** What a verdict says of the difference, beside the true one. */
export function estimates(size: Size): Table {
  const rate = 0.03;
  return {
    title: 'The difference on the day of the verdict',
    note: `Two destinations, ${100 * rate} %, no end, a look at each sixtieth of the planned visits. Means over the tests: the observed
difference, the cautious one and the least one that the sentence gives.`,
    head: ['True difference', 'observed', 'cautious', 'at least'],
    rows: [0.1, 0.2, 0.5].map((lift) => {
      const plan = plannedVisits({ rate, lift, destinations: 2 });
      const said = simulateCell(size, `estimates/${lift}`, (random) => {
        const arms = liftedArms(2, lift, { rate });
        const verdict = firstVerdict({
          arms,
          visitsPerDay: plan / looks,
          days: 20 * looks,
          random,
        });
        if (verdict?.winner.destination !== 1) return [];
        const [first = 0, second = 0] = verdict.counts.converting;
        const [n = 0, m = 0] = verdict.counts.visits;
        const { cautious, low } = verdict.winner;
        return [[second / m / (first / n), cautious ?? NaN, low ?? NaN]];
      }).flat();
      const column = (at: number): string => {
        const values = said.map((one) => 100 * ((one[at] ?? NaN) - 1));
        return `+${digits(mean(values))} ± ${digits(errorOfMean(values))} %`;
      };
      return [`+${100 * lift} %`, column(0), column(1), column(2)];
    }),
  };
}
