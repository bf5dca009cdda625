import { clickHouseFailure } from './failure.ts';

/** A limited number of running statements, and a limited queue. */
export interface Lane {
  /**
   * Waits for a slot and returns a function that frees it.
   * @throws ClickHouseFailure 202 when the queue is full, 236 when `signal` aborts the wait
   */
  enter(signal: AbortSignal): Promise<() => void>;
}

/**
 * @param width statements that run at the same time
 * @param waiting statements that may wait for a slot
 */
export function lane({ width, waiting }: { width: number; waiting: number }): Lane {
  let running = 0;
  const queue = new Set<() => void>();

  const leave = (): void => {
    const [next] = queue;
    if (next === undefined) {
      running -= 1;
      return;
    }
    queue.delete(next);
    next();
  };

  return {
    async enter(signal) {
      if (signal.aborted) throw wentAway();
      if (running < width) {
        running += 1;
        return once(leave);
      }
      if (queue.size >= waiting) {
        throw clickHouseFailure(202, `Too many statements wait already: ${waiting}`);
      }
      await new Promise<void>((resolve, reject) => {
        const giveUp = (): void => {
          queue.delete(go);
          reject(wentAway());
        };
        const go = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.add(go);
      });
      return once(leave);
    },
  };
}

function wentAway(): Error {
  return clickHouseFailure(236, 'The client went away before its turn');
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
