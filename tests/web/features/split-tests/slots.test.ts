import { expect, test } from 'bun:test';
import { evenSlots, pausedSlots, resumedSlots } from '#web/features/split-tests/changes/slots.ts';

const sum = (slots: readonly number[]) => slots.reduce((total, count) => total + count, 0);

test('even slots differ by at most one', () => {
  expect(evenSlots(2)).toEqual([10, 10]);
  expect(evenSlots(3)).toEqual([7, 7, 6]);
  expect(evenSlots(4)).toEqual([5, 5, 5, 5]);
});

test('the others take over the slots of a paused destination in proportion to theirs', () => {
  expect(pausedSlots([5, 10, 5], 0)).toEqual([0, 13, 7]);
  expect(pausedSlots([4, 4, 12], 2)).toEqual([10, 10, 0]);
});

test('a destination that goes on gets an even share, and a round stays full', () => {
  expect(resumedSlots([0, 13, 7], 0)).toEqual([7, 8, 5]);
  for (const slots of [
    [0, 20, 0],
    [0, 19, 1],
    [0, 0, 20, 0],
    [3, 0, 9, 8],
  ]) {
    const resumed = resumedSlots(slots, slots.indexOf(0));
    expect(sum(resumed)).toBe(20);
    expect(resumed[slots.indexOf(0)]).toBeGreaterThan(0);
  }
});
