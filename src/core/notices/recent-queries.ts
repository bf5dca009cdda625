import { dayMs, minuteMs, type Clock } from '#core/shared/time';

/** What was stored later than so long after it happened is not told of. */
export const lookBackMs = 7 * dayMs;
/** Events may be stored so much later than they happened and still be seen by the next look. */
const slackMs = 2 * minuteMs;
const sweepEveryMs = 10 * minuteMs;

/**
 * Decides how far back an event store has to be looked through, so that a look costs little: nothing
 * while its number of rows stays, a few minutes otherwise, and now and then, at a start above all,
 * everything that may still be told of. A look that fails is made again.
 */
export function recentQueries(clock: Clock) {
  let lastMs: number | null = null;
  let lastRows = -1;
  let sweptAtMs = -Infinity;

  return async (
    rows: () => Promise<number>,
    query: (sinceMs: number) => Promise<void>,
  ): Promise<void> => {
    const nowMs = clock.now();
    const stored = await rows();
    const isSweep = lastMs === null || nowMs - sweptAtMs >= sweepEveryMs;
    if (!isSweep && stored === lastRows) return;

    await query(isSweep || lastMs === null ? nowMs - lookBackMs : lastMs - slackMs);
    lastMs = nowMs;
    lastRows = stored;
    if (isSweep) sweptAtMs = nowMs;
  };
}
