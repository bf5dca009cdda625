import type { Attempt, Attempts } from '#core/conversions/attempt';
import { faultFields, type Log } from '#core/shared/log';

const afterMs = 500;
/** What comes beyond this before the next write is dropped: a debug list may be short of a flood. */
const mostWaiting = 1000;

/**
 * Brings attempts to the database in batches, off the path of whoever reports. A batch that cannot
 * be written is dropped: it tells of conversions, and is none.
 */
export function attemptQueue({
  store,
  log,
}: {
  readonly store: (attempts: readonly Attempt[]) => Promise<void>;
  readonly log: Log;
}): Attempts {
  let waiting: Attempt[] = [];
  let isArmed = false;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    await store(batch).catch((error: unknown) =>
      log.warn('the debug list of conversions misses some', faultFields(error)),
    );
    isArmed = false;
    if (waiting.length > 0) arm();
  };
  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    setTimeout(() => void flush(), afterMs).unref();
  };

  return {
    note(attempt) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(attempt);
      arm();
    },
  };
}
