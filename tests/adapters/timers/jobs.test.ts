import { expect, test } from 'bun:test';
import { startJobs, type Job } from '#adapters/timers/jobs';
import { hourMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';

/** Runs one job until it has ended once, and says what happened. */
async function once(given: Partial<Job>, state: { isTrusted?: boolean; isLow?: boolean } = {}) {
  const log = memoryLog();
  const locks: string[] = [];
  let runs = 0;
  const job: Job = {
    name: 'a job',
    pauseMs: hourMs,
    async work() {
      runs += 1;
      return 7;
    },
    ...given,
  };
  const end = startJobs([job], {
    log,
    async unlessHeld(name, work) {
      locks.push(name);
      await work();
    },
    isClockTrusted: async () => state.isTrusted ?? true,
    isDiskLow: () => state.isLow ?? false,
  });
  // A stop waits for the run that began at the start.
  await end();
  return { runs, locks, lines: log.lines };
}

test('every instance does a job, and one at a time does it under the lock of its name', async () => {
  expect(await once({})).toEqual({ runs: 1, locks: [], lines: [] });
  expect(await once({ byOne: true })).toMatchObject({ runs: 1, locks: ['waypost job: a job'] });
});

test('a doubtful clock stops what deletes by age, and the log says how much was deleted', async () => {
  const deleted = await once({ byAge: true });
  expect([deleted.runs, deleted.lines.join()]).toEqual([1, expect.stringContaining('"deleted":7')]);

  expect(await once({ byAge: true }, { isTrusted: false })).toMatchObject({ runs: 0, lines: [] });
  expect(await once({}, { isTrusted: false })).toMatchObject({ runs: 1, lines: [] });
});

test('a nearly full disk delays what rewrites data, and nothing else', async () => {
  expect(await once({ needsRoom: true }, { isLow: true })).toMatchObject({ runs: 0 });
  expect(await once({ needsRoom: true })).toMatchObject({ runs: 1 });
  expect(await once({}, { isLow: true })).toMatchObject({ runs: 1 });
});
