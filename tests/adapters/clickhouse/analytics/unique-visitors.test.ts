import { expect, test } from 'bun:test';
import { uniqueVisitors, type CountPieces } from '#adapters/clickhouse/analytics/visitors';
import { dayMs } from '#core/shared/time';

test('a number of visitors that is known when a question begins counts, also when newer ones replace it in memory', async () => {
  const oneEach: CountPieces = ({ pieceStarts }) =>
    Promise.resolve(pieceStarts.map((startMs) => ['piece', String(startMs), '', [1]] as const));
  const visitorsOf = uniqueVisitors(oneEach);
  const userId = Bun.randomUUIDv7();
  const day = Date.parse('2026-11-02');
  const boundaries = Array.from({ length: 40_003 }, (_, ms) => day + ms);
  await visitorsOf(userId, boundaries.slice(0, 2), []);

  const visitors = await visitorsOf(userId, boundaries, []);

  expect(visitors.filter((number) => number !== 1)).toEqual([]);
});

test('the visitors of many days are counted by several statements, of which each one is kept', async () => {
  const asked: number[] = [];
  const monthly: CountPieces = ({ pieceStarts, touchedDays }) => {
    asked.push(touchedDays.length);
    if (asked.length === 2) return Promise.reject(new Error('too slow'));
    const isAsked = (startMs: number) =>
      touchedDays.includes(new Date(startMs).toISOString().slice(0, 10));
    return Promise.resolve(
      pieceStarts.map(
        (startMs) => ['piece', String(startMs), '', [isAsked(startMs) ? 2 : 0]] as const,
      ),
    );
  };
  const visitorsOf = uniqueVisitors(monthly);
  const userId = Bun.randomUUIDv7();
  const endMs = Date.parse('2026-11-02');
  const range = [endMs - 70 * dayMs, endMs];

  await expect(visitorsOf(userId, range, [])).rejects.toThrow('too slow');
  const visitors = await visitorsOf(userId, range, []);

  expect(visitors).toEqual([140]);
  expect(asked).toEqual([31, 31, 31, 8]);
});
