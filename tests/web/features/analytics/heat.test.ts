import { expect, test } from 'bun:test';
import {
  averagesOf,
  cellWords,
  neighbour,
  strength,
  weekdays,
} from '#web/features/analytics/heat/heat-map.tsx';

test('a cell is said in words: its day, its hour, its clicks, and how many they are in an hour', () => {
  const [monday9, sunday23] = [
    { day: 0, hour: 9 },
    { day: 6, hour: 23 },
  ];
  expect(cellWords(monday9, { clicks: 24, times: 1 }, 'click')).toBe(
    'Monday, 9 AM to 10 AM: 24 clicks',
  );
  expect(cellWords(monday9, { clicks: 26, times: 4 }, 'visit')).toBe(
    'Monday, 9 AM to 10 AM: 26 visits, 6.5 an hour',
  );
  expect(cellWords(sunday23, { clicks: 1, times: 1 }, 'click')).toBe(
    'Sunday, 11 PM to 12 AM: 1 click',
  );
  expect(cellWords(sunday23, { clicks: 0, times: 0 }, 'click')).toBe(
    'Sunday, 11 PM to 12 AM: not yet in this range',
  );
  expect(weekdays).toHaveLength(7);
});

test('a colour says how a cell stands among the others, whatever the busiest one has', () => {
  const cells = [1, 2, 3, 4, 5, 6, 7, 1000].map((clicks) => ({ clicks, times: 1 }));
  const usual = averagesOf([...cells, { clicks: 0, times: 1 }]);

  const strengths = cells.map((cell) => strength(cell, usual));

  expect(new Set(strengths).size).toBe(4);
  expect(strengths).toEqual(strengths.toSorted((left, right) => left - right));
  expect(strengths.at(-1)).toBe(1);
  expect(strengths[4]).toBeGreaterThan(0.5);
  expect(strength({ clicks: 0, times: 3 }, usual)).toBe(0);
  expect(strength({ clicks: 3, times: 1 }, averagesOf([{ clicks: 3, times: 1 }]))).toBe(1);
});

test('an hour that came less often is compared by its average', () => {
  const often = { clicks: 8, times: 4 };
  const seldom = { clicks: 6, times: 2 };
  const usual = averagesOf([often, seldom]);

  expect(strength(seldom, usual)).toBeGreaterThan(strength(often, usual));
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
