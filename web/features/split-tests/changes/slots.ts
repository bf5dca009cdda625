import { roundSlots } from '#contract/split-tests/split-words';

/** Slots of a round for each of `count` destinations, as even as whole slots can be. */
export function evenSlots(count: number): number[] {
  return apportioned(Array.from({ length: count }, () => 1));
}

/** The slots after a destination was paused: the others take its part in proportion to their own. */
export function pausedSlots(slots: readonly number[], paused: number): number[] {
  return apportioned(slots.map((count, at) => (at === paused ? 0 : count)));
}

/** The slots after a paused destination takes part again, with an even share. */
export function resumedSlots(slots: readonly number[], resumed: number): number[] {
  const running = slots.filter((count, at) => count > 0 && at !== resumed).length + 1;
  const own = Math.round(roundSlots / running);
  const rest = apportioned(
    slots.map((count, at) => (at === resumed ? 0 : count)),
    roundSlots - own,
  );
  return rest.map((count, at) => (at === resumed ? own : count));
}

/** Whole slots in proportion to the weights, by the largest remainder. */
function apportioned(weights: readonly number[], slots = roundSlots): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / total) * slots);
  const whole = exact.map(Math.floor);
  const missing = slots - whole.reduce((sum, count) => sum + count, 0);
  const first = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
    .slice(0, missing)
    .map(({ at }) => at);
  return whole.map((count, at) => count + Number(first.includes(at)));
}
