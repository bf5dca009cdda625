import { expect, test } from 'bun:test';
import { openLater } from '#adapters/timers/later';
import { memoryLog } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

function opened() {
  const log = memoryLog();
  const queue = openLater({ name: 'tests', log });
  cleanUp.add(queue.stop);
  return { ...queue, log };
}

test('work is done later, in order', async () => {
  const { later } = opened();
  const done: number[] = [];

  for (const n of [1, 2, 3]) later(async () => void done.push(n));
  expect(done).toEqual([]);

  await eventually(
    () => done.length,
    (count) => count === 3,
  );
  expect(done).toEqual([1, 2, 3]);
});

test('failed work is tried five times, and delays no other work', async () => {
  const { later, log } = opened();
  let tries = 0;
  let isDone = false;
  later(async () => {
    tries += 1;
    throw new Error('away');
  });
  later(async () => {
    isDone = true;
  });

  await eventually(
    () => log.lines.at(-1) ?? '',
    (line) => line.includes('will not be retried'),
  );

  expect([tries, isDone]).toEqual([5, true]);
});

test('five hundred jobs may wait; the next is rejected, and a stop runs the waiting ones', async () => {
  const { later, stop } = opened();
  // The queue's first run is immediate.
  await Bun.sleep(0);
  let done = 0;
  const add = () =>
    later(async () => {
      done += 1;
    });
  for (let n = 0; n < 500; n += 1) add();

  expect(add).toThrow(expect.objectContaining({ code: 'unavailable' }));
  await stop();

  expect(done).toBe(500);
});
