import { dayMs, minuteMs, type Clock } from '#core/shared/time';

/** An event that was stored later than this after it happened creates no notice. */
export const lookBackMs = 7 * dayMs;
/** A poll finds events that were stored up to this long after they happened. */
const slackMs = 2 * minuteMs;
const sweepEveryMs = 10 * minuteMs;

/**
 * Decides how far back an event store is searched, so that a poll is cheap: not at all while its
 * number of rows is unchanged, a few minutes otherwise, and sometimes (always at a start) the whole
 * period in which notices are created. A failed poll is repeated.
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
