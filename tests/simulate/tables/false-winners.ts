import type { Arm } from '#tests/simulate/visits';
import { firstVerdict } from '#tests/simulate/trial';
import {
  anyTraffic,
  delayOf,
  equalArms,
  looks,
  percentOf,
  simulateCell,
  type Size,
  type Table,
} from './cells.ts';

const rates = [0.005, 0.03, 0.2];

/** How often a winner is named that is none. */
export function falseWinners(size: Size): Table {
  const even = [2, 3, 4].map(
    (count) => [`${count} equal`, (arm: Arm) => equalArms(count, arm)] as const,
  );
  const worse = (arm: Arm, part: number): Arm => ({ ...arm, rate: part * arm.rate });
  const tied = [
    ['2 equal, 1 at 0.3 of them', (arm: Arm) => [arm, arm, worse(arm, 0.3)]],
    ['2 equal, 1 at 0.8 of them', (arm: Arm) => [arm, arm, worse(arm, 0.8)]],
    ['2 equal, 2 at 0.8 of them', (arm: Arm) => [arm, arm, worse(arm, 0.8), worse(arm, 0.8)]],
  ] as const;
  const delayed = { window: 7, delayDays: delayOf(1) } as const;

  return {
    title: 'False winners',
    note: `None is the best alone. Percent of tests that name a winner at one of ${looks} daily looks.
20 to 2,000 visits a day. "Late": conversions come after 1 day on average, and the window begins with 7 days.`,
    head: [
      'Destinations',
      ...rates.map((rate) => `${100 * rate} %`),
      ...rates.map((rate) => `${100 * rate} %, late`),
    ],
    rows: [...even, ...tied].map(([name, arms]) => [
      name,
      ...[{ window: 1, delayDays: undefined } as const, delayed].flatMap(({ window, delayDays }) =>
        rates.map((rate) => {
          const arm = delayDays === undefined ? { rate } : { rate, delayDays };
          const verdicts = simulateCell(size, `false-winners/${name}/${rate}/${window}`, (random) =>
            firstVerdict({
              ...{ arms: arms(arm), visitsPerDay: anyTraffic(random), days: looks, window, random },
            }),
          );
          return percentOf(verdicts, (verdict) => verdict !== null);
        }),
      ),
    ]),
  };
}

/** How often a winner is named that is none, with fixed shares that are not even. */
export function weights(size: Size): Table {
  const shares = [
    [16, 4],
    [14, 2, 2, 2],
  ] as const;
  return {
    title: 'False winners with weights',
    note: `All are equal. Percent of tests that name a winner at one of ${looks} daily looks; 20 to 2,000 visits a day.`,
    head: ['Slots of a round', ...rates.map((rate) => `${100 * rate} %`)],
    rows: shares.map((slots) => [
      slots.join(' / '),
      ...rates.map((rate) => {
        const verdicts = simulateCell(size, `weights/${slots.join('/')}/${rate}`, (random) =>
          firstVerdict({
            arms: equalArms(slots.length, { rate }),
            ...{ slots, visitsPerDay: anyTraffic(random), days: looks, random },
          }),
        );
        return percentOf(verdicts, (verdict) => verdict !== null);
      }),
    ]),
  };
}
