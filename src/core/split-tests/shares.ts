import { roundSlots } from '#contract/split-tests/split-words';
import { apportion } from '#core/shared/apportion';
import type { PeriodCounts } from './evidence.ts';

/** How many slots of a round each destination gets. */

const draws = 200;
const floorSlots = 2;

/** A number from 0 to below 1. */
export type Random = () => number;

/**
 * The slots of a UTC day in automatic mode, by Thompson sampling of everything received so far: each
 * destination keeps two slots, the others go to those that are probably best. After a verdict, the
 * winner gets all free slots. `paused` destinations get none.
 */
export function automaticSlots(
  { visits, converting }: PeriodCounts,
  random: Random,
  { winner = null, paused = [] }: { winner?: number | null; paused?: readonly number[] } = {},
): readonly number[] {
  const running = visits.map((_, place) => place).filter((place) => !paused.includes(place));
  const wins = visits.map(() => 0);
  for (let draw = 0; draw < draws; draw += 1) {
    const rates = running.map((place) => {
      const hits = converting[place] ?? 0;
      return winner !== null && running.includes(winner)
        ? Number(place === winner)
        : beta(1 + hits, 1 + Math.max((visits[place] ?? 0) - hits, 0), random);
    });
    const best = running[rates.indexOf(Math.max(...rates))] ?? 0;
    wins[best] = (wins[best] ?? 0) + 1;
  }
  const free = roundSlots - floorSlots * running.length;
  const given = apportion(free, wins);
  return visits.map((_, place) => (running.includes(place) ? floorSlots + (given[place] ?? 0) : 0));
}

function beta(a: number, b: number, random: Random): number {
  const first = gamma(a, random);
  return first / (first + gamma(b, random));
}

/** A draw of the gamma distribution with a shape of at least 1 (Marsaglia and Tsang, 2000). */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x ** 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A draw of the standard normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
