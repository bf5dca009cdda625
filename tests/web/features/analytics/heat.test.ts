import { expect, test } from 'bun:test';
import {
  cellWords,
  neighbour,
  strength,
  weekdays,
} from '#web/features/analytics/heat/heat-map.tsx';

test('a cell is said in words: its day, its hour and its clicks', () => {
  expect(cellWords(0, 9, 24)).toBe('Monday, 9 AM to 10 AM: 24 clicks');
  expect(cellWords(6, 23, 1)).toBe('Sunday, 11 PM to 12 AM: 1 click');
  expect(weekdays).toHaveLength(7);
});

test('the busiest cell is the brightest, an empty one has no colour', () => {
  expect(strength(100, 100)).toBe(1);
  expect(strength(0, 100)).toBe(0);
  expect(strength(0, 0)).toBe(0);
  expect(strength(1, 100)).toBeGreaterThan(0.15);
});

test('the arrow keys lead to the neighbours of a cell and stop at the edges', () => {
  const monday = { day: 0, hour: 0 };

  expect(neighbour(monday, 'ArrowRight')).toEqual({ day: 0, hour: 1 });
  expect(neighbour(monday, 'ArrowDown')).toEqual({ day: 1, hour: 0 });
  expect(neighbour(monday, 'ArrowUp')).toEqual(monday);
  expect(neighbour(monday, 'End')).toEqual({ day: 0, hour: 23 });
  expect(neighbour({ day: 6, hour: 23 }, 'ArrowRight')).toEqual({ day: 6, hour: 23 });
  expect(neighbour(monday, 'a')).toBeNull();
});
