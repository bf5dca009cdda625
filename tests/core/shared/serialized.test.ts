import { expect, test } from 'bun:test';
import { serialized } from '#core/shared/serialized';

test('work with one key runs in order, and other keys do not wait', async () => {
  const turns = serialized();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();

  const first = turns('a', async () => {
    await gate.promise;
    done.push('first');
  });
  const second = turns('a', () => Promise.resolve(done.push('second')));
  await turns('b', () => Promise.resolve(done.push('other')));
  gate.resolve();
  await Promise.all([first, second]);

  expect(done).toEqual(['other', 'first', 'second']);
});

test('a failure rejects only its own work, and the next one runs', async () => {
  const turns = serialized();

  const failed = turns('a', () => Promise.reject(new Error('no')));
  const next = turns('a', () => Promise.resolve('yes'));

  expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
