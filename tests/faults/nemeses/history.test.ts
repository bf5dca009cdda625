import { expect, test } from 'bun:test';
import { judge } from './history.ts';

const nothing = { reportedLost: 0, totals: [] };
const visits = (attempted: string, accepted: string) => ({
  attempted: new Set(attempted),
  accepted: new Set(accepted),
});

test('a history is right when what was accepted is stored once, and nothing else but what was attempted', () => {
  const verdict = judge(visits('abcd', 'ab'), {
    ...nothing,
    stored: ['a', 'b', 'c'],
    totals: [{ name: 'link', shown: 3, recounted: 3 }],
  });

  expect(verdict).toMatchObject({ attempted: 4, accepted: 2, stored: 3, lost: 0, duplicated: 0 });
  expect(verdict.wrong).toEqual([]);
});

test('a lost, a repeated and an invented click and a wrong total are found', () => {
  const outcomes = [
    { ...nothing, stored: ['a'] },
    { ...nothing, stored: ['a', 'b', 'b'] },
    { ...nothing, stored: ['a', 'b', 'x'] },
    { ...nothing, stored: ['a', 'b'], totals: [{ name: 'link', shown: 3, recounted: 2 }] },
  ];

  expect(outcomes.map((outcome) => judge(visits('abc', 'ab'), outcome).wrong)).toEqual([
    ['1 accepted visits are not stored, for example b'],
    ['1 clicks are stored again'],
    ['1 stored clicks were never attempted: x'],
    ['link shows 3, recounted 2'],
  ]);
});

test('a visit that Waypost reports as lost is not missing, and hides no other', () => {
  const reported = { ...nothing, stored: ['a'], reportedLost: 1 };

  expect(judge(visits('abc', 'ab'), reported)).toMatchObject({ lost: 0, reportedLost: 1 });
  expect(judge(visits('abc', 'abc'), reported).lost).toBe(1);
});
