import { expect, test } from 'bun:test';
import { withTimeLimit } from '#core/shared/limits/time-limit';

const late = () => 'late';

test('work within its limit gives its result, and longer work that of `late`', async () => {
  expect(await withTimeLimit(200, Bun.sleep(1), late)).toBeUndefined();
  expect(await withTimeLimit(20, new Promise(() => {}), late)).toBe('late');
});

test('an answer that arrived while the process stood still is not late', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = withTimeLimit(200, promise, late);
  setTimeout(() => resolve('answer'), 300);
  Bun.sleepSync(500);

  expect(await answer).toBe('answer');
});
