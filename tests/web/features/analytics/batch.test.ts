import { expect, test } from 'bun:test';
import { batch } from '#web/features/analytics/lists/batch.ts';

test('the questions of one moment are one call, answered in their order', async () => {
  const calls: (readonly number[])[] = [];
  const ask = batch(3, async (questions: readonly number[]) => {
    calls.push(questions);
    return questions.map((each) => each * 10);
  });

  expect(await Promise.all([ask(1), ask(2)])).toEqual([10, 20]);
  expect(await Promise.all([3, 4, 5, 6].map(ask))).toEqual([30, 40, 50, 60]);

  expect(calls).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failed call fails its questions, and a missing answer only its own', async () => {
  const failing = batch(2, async (questions: readonly number[]) => {
    if (questions.includes(1)) throw new Error('away');
    return questions.slice(1);
  });

  const settled = await Promise.allSettled([1, 2, 3, 4].map(failing));

  expect(
    settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
  ).toEqual(['away', 'away', 4, 'A question was not answered']);
});
