import { expect, test } from 'bun:test';
import { matchRefunds } from '#core/conversions/match-refunds';
import { dayMs, hourMs } from '#core/shared/time';

const startMs = Date.parse('2026-11-21T10:00:00Z');

/** The job in front of a store that notes since when it was asked, and may be away. */
function worldOf() {
  const world = { nowMs: startMs, rows: 0, isAway: false, asked: [] as number[] };
  const run = matchRefunds({
    clock: { now: () => world.nowMs },
    refunds: {
      rows: async () => world.rows,
      match: async (sinceMs) => {
        world.asked.push(sinceMs);
        if (world.isAway) throw new Error('away');
      },
    },
  });
  return { world, run };
}

test('all refunds are matched first and once a day; recent ones when something was stored', async () => {
  const { world, run } = worldOf();

  await run();
  await run();
  world.rows = 3;
  await run();
  await run();
  world.nowMs += dayMs;
  await run();

  expect(world.asked).toEqual([0, startMs - 7 * dayMs, 0]);
});

test('a look at all refunds that failed comes again an hour later, and recent ones in between', async () => {
  const { world, run } = worldOf();
  world.isAway = true;

  await expect(run()).rejects.toThrow('away');
  await expect(run()).rejects.toThrow('away');
  world.isAway = false;
  await run();
  await run();
  world.nowMs += hourMs;
  await run();

  const recent = startMs - 7 * dayMs;
  expect(world.asked).toEqual([0, recent, recent, 0]);
});
