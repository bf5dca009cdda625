const leastPauseMs = 10;

/**
 * Polls until the claim holds; throws with `what` when it does not within `seconds`. The deadline is
 * for a hang, not for speed: a slow machine keeps it too. Between two polls are 10 ms, and up to
 * `mostPauseMs` the longer it takes.
 */
export async function until(
  what: string,
  claim: () => boolean | Promise<boolean>,
  seconds = 30,
  mostPauseMs = leastPauseMs,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  let pauseMs = leastPauseMs;
  while (!(await claim())) {
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`);
    await Bun.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.25, mostPauseMs);
  }
}
