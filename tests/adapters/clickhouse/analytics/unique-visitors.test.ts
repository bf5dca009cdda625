import { expect, test } from 'bun:test';
import {
  uniqueVisitors,
  type CountPieces,
} from '#adapters/clickhouse/analytics/days/unique-visitors';

test('a number of visitors that is known when a question begins counts, also when newer ones replace it in memory', async () => {
  const oneEach: CountPieces = (_, { pieceStarts }) =>
    Promise.resolve(pieceStarts.map((startMs) => ['piece', String(startMs), '', [1]] as const));
  const visitorsOf = uniqueVisitors(oneEach);
  const scope = { userId: Bun.randomUUIDv7(), linkId: null, erasedLinkIds: [] };
  const day = Date.parse('2026-11-02');
  const boundaries = Array.from({ length: 40_003 }, (_, ms) => day + ms);
  await visitorsOf(scope, boundaries.slice(0, 2), []);

  const visitors = await visitorsOf(scope, boundaries, []);

  expect(visitors.filter((number) => number !== 1)).toEqual([]);
});
