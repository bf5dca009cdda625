import { awakeTime } from './awake-time.ts';

const leastPauseMs = 10;

/**
 * Polls until the condition is true; throws with `what` when it is not within `seconds`, in which this
 * process runs. The deadline only detects a hang, so that a slow machine keeps it too. Polls are 10 ms
 * apart, and up to `mostPauseMs` the longer it takes.
 */
export async function until(
  what: string,
  claim: () => boolean | Promise<boolean>,
  seconds = 30,
  mostPauseMs = leastPauseMs,
): Promise<void> {
  using awake = awakeTime();
  let pauseMs = leastPauseMs;
  while (!(await claim())) {
    if (awake.seconds() > seconds) throw new Error(`Not within ${seconds} s: ${what}`);
    await Bun.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.25, mostPauseMs);
  }
}
