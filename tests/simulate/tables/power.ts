import { plannedVisits } from '#core/split-tests/plan';
import type { Verdict } from '#core/split-tests/judge';
import { firstVerdict } from '#tests/simulate/trial';
import {
  delayOf,
  digits,
  errorOfMean,
  liftedArms,
  looks,
  mean,
  percent,
  percentOf,
  quantile,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

const counts = [2, 3, 4];

/** How often the best destination is named within 60 days. */
export function power(size: Size): Table {
  const effects = [
    [0.005, 0.5],
    [0.03, 0.1],
    [0.03, 0.2],
    [0.03, 0.5],
    [0.2, 0.2],
  ] as const;
  let [wrong, all] = [0, 0];
  const cell = (
    count: number,
    visitsPerDay: number,
    [rate, lift]: readonly [number, number],
  ): string => {
    const arm = { rate, delayDays: delayOf(1) };
    const verdicts = simulateCell(
      size,
      `power/${count}/${visitsPerDay}/${rate}/${lift}`,
      (random): Verdict | null =>
        firstVerdict({
          arms: liftedArms(count, lift, arm),
          ...{ visitsPerDay, days: looks, window: 7, random },
        }),
    );
    const right = verdicts.filter((verdict) => verdict?.winner.destination === count - 1);
    all += size.tests;
    wrong += verdicts.filter((verdict) => verdict !== null).length - right.length;
    const named = percentOf(verdicts, (verdict) => verdict?.winner.destination === count - 1);
    const days = right.flatMap((verdict) => verdict?.day ?? []);
    return days.length === 0 ? named : `${named} (${quantile(days, 0.5)})`;
  };
  const rows = [200, 1000, 2000].flatMap((visitsPerDay) =>
    counts.map((count) => [
      visitsPerDay.toLocaleString('en-US'),
      String(count),
      ...effects.map((effect) => cell(count, visitsPerDay, effect)),
    ]),
  );

  return {
    title: 'Found within 60 days',
    note: `One destination is better by the lift. Percent of tests that name it (median day); conversions come
after 1 day on average, and the window begins with 7 days. Another one was named in ${percent(wrong, all)} % of ${all.toLocaleString('en-US')} tests.`,
    head: [
      ...['Visits a day', 'Destinations'],
      ...effects.map(([rate, lift]) => `${100 * rate} %, +${100 * lift} %`),
    ],
    rows,
  };
}

/** How many visits it takes until the best destination is named, beside what is planned. */
export function planned(size: Size): Table {
  const rates = [0.005, 0.03, 0.2];
  const cell = (destinations: number, lift: number, rate: number): string => {
    const plan = plannedVisits({ rate, lift, destinations });
    const visits = simulateCell(size, `planned/${destinations}/${lift}/${rate}`, (random) => {
      const verdict = firstVerdict({
        arms: liftedArms(destinations, lift, { rate }),
        ...{ visitsPerDay: plan / looks, days: 20 * looks, random },
      });
      return verdict?.counts.visits.reduce((sum, count) => sum + count) ?? Infinity;
    });
    const [average, error] = [mean(visits), errorOfMean(visits)];
    return `${thousands(average)} ± ${thousands(error)}; ${thousands(quantile(visits, 0.8))}; ${thousands(plan)}`;
  };
  return {
    title: 'Visits until a winner is named',
    note: `Of all destinations: the mean with its standard error; what 80 % of the tests do not exceed; what
Waypost plans. No end; a look at each sixtieth of the plan; conversions come at once.`,
    head: ['Destinations, lift', ...rates.map((rate) => `${100 * rate} %`)],
    rows: counts.flatMap((count) =>
      [0.1, 0.2, 0.5].map((lift) => [
        `${count}, +${100 * lift} %`,
        ...rates.map((rate) => cell(count, lift, rate)),
      ]),
    ),
  };
}

function thousands(value: number): string {
  return value >= 1000 ? `${digits(value / 1000)}k` : digits(value);
}
