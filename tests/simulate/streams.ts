import type { Random } from '#core/split-tests/shares';

/** How the clicks of a made link come. */
export type Stream = {
  /** The part of the week's usual number: 1 is usual. */
  readonly level: (random: Random, week: number) => number;
  /** Clicks that come together. */
  readonly burst: number;
};

export const streams = {
  steady: { level: () => 1, burst: 1 },
  'in bursts of 5': { level: () => 1, burst: 5 },
  'up and down from week to week': { level: (random) => 0.4 + 1.2 * random(), burst: 1 },
  'a fifth fewer every week': { level: (_, week) => 0.8 ** week, burst: 1 },
} as const satisfies Readonly<Record<string, Stream>>;

const weekHours = 168;
/** More at noon than at night, and half at weekends. */
const shape = Array.from({ length: weekHours }, (_, hour) => {
  const day = 1 - Math.cos((2 * Math.PI * (hour % 24)) / 24) * 0.9;
  return day * (hour < 120 ? 1 : 0.5);
});
const whole = shape.reduce((sum, part) => sum + part, 0);

/** Counts by hour. Each hour's bursts are independent, so a stream without bursts is a Poisson one. */
export function yearOf(
  random: Random,
  {
    stream,
    perWeek,
    hours,
  }: { readonly stream: Stream; readonly perWeek: number; readonly hours: number },
): readonly number[] {
  let level = 1;
  return Array.from({ length: hours }, (_, hour) => {
    if (hour % weekHours === 0) level = stream.level(random, hour / weekHours);
    const mean = (perWeek * level * (shape[hour % weekHours] ?? 0)) / whole;
    return poisson(random, mean / stream.burst) * stream.burst;
  });
}

/** Knuth's way, in parts of at most 30: e^-30 is still a number above 0. */
function poisson(random: Random, mean: number): number {
  if (mean > 30) return poisson(random, 30) + poisson(random, mean - 30);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
