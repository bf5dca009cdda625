import { expect, test } from 'bun:test';
import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';
import { erasedNumbers } from '#adapters/clickhouse/analytics/days/erased-numbers';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';

const fingerprint = (of: string): NumberRow => ['erasedFingerprint', '', of, [1]];
const taken: NumberRow = ['-total', '', '', [3]];

/** A store whose erased links have three of ten clicks; how often they are counted in `counts`. */
function store() {
  const counts: string[] = [];
  const fingerprints = { now: 'a', seen: ['a', 'a'] };
  const asked = {
    params: { question: 1 },
    settledDay: '2026-11-01',
    count: () => {
      counts.push(fingerprints.now);
      return Promise.resolve([taken, fingerprint(fingerprints.now)]);
    },
    answer: ({ lists }: { readonly lists: number | null }) => {
      const rows: NumberRow[] = [['total', '', '', [10]]];
      return Promise.resolve([
        ...rows,
        lists === null ? taken : fingerprint(fingerprints.seen.shift() ?? 'a'),
      ]);
    },
  };
  return { counts, fingerprints, asked };
}

const total = (rows: readonly NumberRow[]) => rows.find(([part]) => part === 'total')?.[3];

test('the clicks of erased links are counted once for questions that come together, and kept', async () => {
  const { counts, asked } = store();
  const withoutErased = erasedNumbers();

  const answers = await Promise.all([withoutErased(asked), withoutErased(asked)]);
  answers.push(await withoutErased(asked));

  expect(answers.map(total)).toEqual([[7], [7], [7]]);
  expect(counts).toEqual(['a']);
});

test('an answer that saw other clicks is asked again, with new numbers', async () => {
  const { counts, fingerprints, asked } = store();
  const withoutErased = erasedNumbers();
  await withoutErased(asked);
  Object.assign(fingerprints, { now: 'b', seen: ['b', 'b'] });

  const rows = await withoutErased(asked);

  expect(total(rows)).toEqual([7]);
  expect(counts).toEqual(['a', 'b']);
});

test('when the clicks change all the time, the answer reads those of erased links itself', async () => {
  const { counts, fingerprints, asked } = store();
  fingerprints.seen = ['b', 'c', 'd'];

  const rows = await erasedNumbers()(asked);

  expect(total(rows)).toEqual([7]);
  expect(counts).toHaveLength(2);
});

test('a question that waits too long for the count fails, and the next one finds the numbers', async () => {
  const { counts, asked } = store();
  const gate = Promise.withResolvers<void>();
  const withoutErased = erasedNumbers(5);
  const slowly = { ...asked, count: () => gate.promise.then(asked.count) };

  const failure = await withoutErased(slowly).catch((error: unknown) => error);
  gate.resolve();
  const rows = await withoutErased(slowly);

  expect(isClickHouseOutage(failure)).toBe(true);
  expect(total(rows)).toEqual([7]);
  expect(counts).toEqual(['a']);
});
