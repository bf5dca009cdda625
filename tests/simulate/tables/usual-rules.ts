import type { PeriodCounts } from '#core/split-tests/evidence';
import { simulateVisits } from '#tests/simulate/visits';
import {
  anyTraffic,
  equalArms,
  looks,
  percentOf,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

const rates = [0.005, 0.03, 0.2];
const slots = [1, 1];

/** What names a winner of two. None of these is Waypost's. */
const rules: readonly (readonly [string, (z: number) => boolean])[] = [
  ['significant at 5 %', (z) => Math.abs(z) >= 1.96],
  ['significant at 1 %', (z) => Math.abs(z) >= 2.576],
  ['probably better, 95 %', (z) => Math.abs(z) >= 1.645],
];

/** What the usual rules do when they are read every day. */
export function usualRules(size: Size): Table {
  return {
    title: 'The usual rules, looked at every day',
    note: `Two equal destinations. Percent of tests that name a winner at one of ${looks} daily looks, by the z-test of two
proportions; 20 to 2,000 visits a day, conversions come at once. A probability to be better is read from the same
z, as it is with a flat prior and more than a few conversions.`,
    head: ['Rule', ...rates.map((rate) => `${100 * rate} %`)],
    rows: rulesByRate(size),
  };
}

function rulesByRate(size: Size): readonly (readonly string[])[] {
  const named = rates.map((rate) =>
    simulateCell(size, `usual-rules/${rate}`, (random) => {
      const visits = simulateVisits(equalArms(2, { rate }), {
        visitsPerDay: anyTraffic(random),
        random,
      });
      const found = rules.map(() => false);
      for (let day = 1; day <= looks; day += 1) {
        visits.pass(slots);
        const z = zOf(visits.received());
        for (const [at, [, names]] of rules.entries()) found[at] ||= names(z);
      }
      return found;
    }),
  );
  return rules.map(([name], at) => [
    name,
    ...named.map((tests) => percentOf(tests, (found) => found[at] === true)),
  ]);
}

/** The z of two proportions; 0 below ten conversions. */
function zOf({ visits: [n = 0, m = 0], converting: [x = 0, y = 0] }: PeriodCounts): number {
  if (x + y < 10) return 0;
  const rate = (x + y) / (n + m);
  return (x / n - y / m) / Math.sqrt(rate * (1 - rate) * (1 / n + 1 / m));
}
