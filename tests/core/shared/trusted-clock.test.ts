import { expect, test } from 'bun:test';
import { isClockTrusted, longestGapMs, noteRun } from '#core/shared/trusted-clock';
import { dayMs } from '#core/shared/time';

const today = Date.parse('2026-11-27T10:00:00Z');

/** An installation that last ran then; its two clocks agree, unless the database's is set. */
function installation(lastRunMs: number | null, newestEventMs: number | null = null) {
  const state = { nowMs: today, databaseMs: null as number | null, lastRunMs };
  const ports = {
    clock: { now: () => state.nowMs },
    mark: {
      read: async () => ({
        lastRun: state.lastRunMs === null ? null : new Date(state.lastRunMs),
        now: new Date(state.databaseMs ?? state.nowMs),
      }),
      advance: async (at: Date) => {
        state.lastRunMs = Math.max(state.lastRunMs ?? 0, at.getTime());
      },
    },
  };
  const newest = async () => (newestEventMs === null ? null : new Date(newestEventMs));
  return { state, isTrusted: isClockTrusted(ports), note: noteRun(ports, newest) };
}

test('[retention] a clock that goes on from the last run is believed', async () => {
  const { state, isTrusted, note } = installation(today - longestGapMs);

  expect([await isTrusted(), await note()]).toEqual([true, null]);

  state.nowMs += longestGapMs;
  expect([await isTrusted(), await note()]).toEqual([true, null]);
  expect(state.lastRunMs).toBe(today + longestGapMs);
});

test('[retention] a clock 1,200 days ahead is not believed, however long it runs, until it is set right', async () => {
  const { state, isTrusted, note } = installation(today);
  state.nowMs += 1200 * dayMs;

  for (let day = 0; day < 40; day += 1, state.nowMs += dayMs) {
    expect(await isTrusted()).toBe(false);
    expect(await note()).toEqual({ since: new Date(today), days: 1200 + day });
  }
  expect(state.lastRunMs).toBe(today);

  state.nowMs = today + dayMs;
  expect([await isTrusted(), await note()]).toEqual([true, null]);
});

test('[retention] a clock of the database that is ahead counts too', async () => {
  const { state, isTrusted, note } = installation(today);
  state.databaseMs = today + 1200 * dayMs;

  expect(await isTrusted()).toBe(false);
  expect(await note()).toMatchObject({ days: 1200 });
});

test('[retention] a machine that starts in the past does not make today doubtful', async () => {
  const { state, isTrusted, note } = installation(today);
  state.nowMs = 0;
  await note();

  state.nowMs = today + dayMs;

  expect([await isTrusted(), await note()]).toEqual([true, null]);
});

test('[retention] before the first run the newest event is what the clock is compared with', async () => {
  const first = installation(null);
  expect([await first.isTrusted(), await first.note(), await first.isTrusted()]).toEqual([
    false,
    null,
    true,
  ]);

  const upgraded = installation(null, today - dayMs);
  expect(await upgraded.note()).toBeNull();

  const wrong = installation(null, today - 1200 * dayMs);
  expect(await wrong.note()).toMatchObject({ days: 1200 });
  expect([await wrong.isTrusted(), wrong.state.lastRunMs]).toEqual([false, null]);
});
