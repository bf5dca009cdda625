import type { Random } from '#core/split-tests/shares';

/**
 * Numbers from 0 to below 1 that are the same for the same seed: xoshiro128** of Blackman and Vigna
 * (2018), two draws of 32 bits for a number. Simulations draw more numbers than `#tests/demo/random`
 * has before it repeats itself.
 */
export function longRandom(seed: number): Random {
  const mixed = splitmix32(seed);
  let [a, b, c, d] = [mixed(), mixed(), mixed(), mixed()];
  const next = (): number => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result;
  };
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e_37_79_b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97);
    return mixed ^ (mixed >>> 15);
  };
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/** How many of `trials` succeed, each with probability `chance`: exact, by the gaps between them. */
export function binomial(random: Random, trials: number, chance: number): number {
  if (chance <= 0) return 0;
  const logMiss = Math.log1p(-chance);
  let successes = -1;
  let at = 0;
  while (at <= trials) {
    successes += 1;
    at += 1 + Math.floor(Math.log(1 - random()) / logMiss);
  }
  return successes;
}

/** A draw of the exponential distribution. */
export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random());
}

/** A draw of the standard normal distribution (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
