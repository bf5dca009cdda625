import { closeSync, openSync } from 'node:fs';
import type { Descriptors } from '#core/shared/descriptors';

/**
 * Keeps this many unused descriptors of the thread open as a reserve, so that important files can
 * still open when connections have taken all others.
 */
export function holdDescriptors(count: number): Descriptors {
  const held: number[] = [];
  const refill = (): void => {
    while (held.length < count) {
      try {
        held.push(openSync('/dev/null', 'r'));
      } catch (error) {
        if (isOutOfDescriptors(error)) return;
        throw error;
      }
    }
  };
  refill();

  return {
    open(work) {
      try {
        return work();
      } catch (error) {
        if (!isOutOfDescriptors(error) || held.length === 0) throw error;
      }
      for (const descriptor of held.splice(0)) closeSync(descriptor);
      try {
        return work();
      } finally {
        refill();
      }
    },
    closed: refill,
  };
}

const waitMs = 20;

/**
 * Descriptors for a thread that may block. It waits for a free descriptor, because another thread
 * may take one that the reserve has released.
 */
export function waitForDescriptors(reserve: Descriptors): Descriptors {
  return {
    open(work) {
      for (;;) {
        try {
          return reserve.open(work);
        } catch (error) {
          if (!isOutOfDescriptors(error)) throw error;
          Bun.sleepSync(waitMs);
          reserve.closed();
        }
      }
    },
    closed: reserve.closed,
  };
}

/** Whether this many descriptors could be opened now, in addition to the reserve. */
export function areThereDescriptors(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync('/dev/null', 'r'));
    return true;
  } catch (error) {
    if (isOutOfDescriptors(error)) return false;
    throw error;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Whether the process (EMFILE) or the machine (ENFILE) has no file descriptor left. */
export function isOutOfDescriptors(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'EMFILE' || error.code === 'ENFILE';
}
