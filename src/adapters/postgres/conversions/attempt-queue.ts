import type { Attempt, Attempts } from '#core/conversions/reports/attempt';
import { faultFields, type Log } from '#core/shared/log';

const afterMs = 500;
/**
 * Attempts above this limit are dropped until the next write: the debug list may be incomplete
 * during a flood.
 */
const mostWaiting = 1000;

/**
 * Writes attempts to the database in batches, after the responses. A batch that cannot be written
 * is dropped: it describes conversions, and contains none.
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
      log.warn('the debug list of conversions lost some reports', faultFields(error)),
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
    record(attempt) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(attempt);
      arm();
    },
  };
}
