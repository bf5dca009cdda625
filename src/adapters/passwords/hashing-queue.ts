import type { Asker } from '#core/shared/limits/asker';
import { fairQueue } from '#core/shared/limits/fair-queue';
import { Refusal } from '#core/shared/refusal';

/** Limits of this process's hashing, so that a flood of logins does not block other work. */
export type HashingLimits = {
  /** Concurrent hashes; at most the number of cores. */
  readonly parallel: number;
  /** Waiting hashes; of more, the newest of those who have most is refused. */
  readonly waiting: number;
};

const retryAfterSeconds = 2;

/**
 * Runs work, `parallel` at once, in turns of those who ask. Refuses `too_many_requests` when too
 * many wait. `waiting()` is their number.
 */
export function hashingQueue({ parallel, waiting }: HashingLimits) {
  const queue = fairQueue<PromiseWithResolvers<void>>(waiting);
  let running = 0;

  return Object.assign(queued, { waiting: queue.size });

  async function queued<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (running >= parallel) await turn(asker);
    else running += 1;

    try {
      return await work();
    } finally {
      const next = queue.take();
      if (next === undefined) running -= 1;
      else next.resolve();
    }
  }

  function turn(asker: Asker): Promise<void> {
    const own = Promise.withResolvers<void>();
    queue.add(asker, own)?.reject(tooMany());
    return own.promise;
  }
}

function tooMany(): Refusal {
  const message = 'Too many passwords are being checked right now. Please try again in a moment.';
  return new Refusal('too_many_requests', message, { retryAfterSeconds });
}
