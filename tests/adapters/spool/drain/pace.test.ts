import { expect, test } from 'bun:test';
import { pace } from '#adapters/spool/drain/pace';

/** Works in steps of 0.1 ms, and gives way after each. */
async function work(forMs: number, isBehind: boolean): Promise<number[]> {
  let nowMs = 0;
  const pauses: number[] = [];
  const giveWay = pace({
    isBehind: () => isBehind,
    monotonic: () => nowMs,
    pause: async (pauseMs) => void pauses.push(pauseMs),
  });
  for (let step = 1; step <= forMs * 10; step += 1) {
    nowMs = step / 10;
    await giveWay();
  }
  return pauses;
}

test('while little waits, the drain pauses after each burst, so that a redirect gets the processor', async () => {
  const pauses = await work(9, false);

  // At least once in 0.5 ms, and each time without the processor.
  expect(pauses.length).toBeGreaterThanOrEqual(18);
  expect(pauses.every((pauseMs) => pauseMs > 0)).toBe(true);
});

test('while segments pile up, the drain only lets the other work of its thread run', async () => {
  expect(await work(20, true)).toEqual([0, 0, 0, 0]);
});
