import { expect, test } from 'bun:test';
import { openDeferredWork } from '#adapters/timers/deferred-work';
import { memoryLog } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

function opened() {
  const log = memoryLog();
  const queue = openDeferredWork({ name: 'tests', log });
  cleanUp.add(queue.stop);
  return { ...queue, log };
}

test('work is done later, in order', async () => {
  const { defer } = opened();
  const done: number[] = [];

  for (const n of [1, 2, 3]) defer(async () => void done.push(n));
  expect(done).toEqual([]);

  await eventually(
    () => done.length,
    (count) => count === 3,
  );
  expect(done).toEqual([1, 2, 3]);
});

test('failed work is tried five times, and delays no other work', async () => {
  const { defer, log } = opened();
  let tries = 0;
  let isDone = false;
  defer(async () => {
    tries += 1;
    throw new Error('away');
  });
  defer(async () => {
    isDone = true;
  });

  await eventually(
    () => log.lines.at(-1) ?? '',
    (line) => line.includes('will not be retried'),
  );

  expect([tries, isDone]).toEqual([5, true]);
});

test('five hundred jobs may wait; the next is rejected, and a stop runs the waiting ones', async () => {
  const { defer, stop } = opened();
  // The queue's first run is immediate.
  await Bun.sleep(0);
  let done = 0;
  const add = () =>
    defer(async () => {
      done += 1;
    });
  for (let n = 0; n < 500; n += 1) add();

  expect(add).toThrow(expect.objectContaining({ code: 'unavailable' }));
  await stop();

  expect(done).toBe(500);
});
