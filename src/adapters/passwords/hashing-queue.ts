import { Refusal } from '#core/shared/refusal';

/** Limits of this process's hashing, so that a flood of logins does not block other work. */
export type HashingLimits = {
  /** Concurrent hashes; at most the number of cores. */
  readonly parallel: number;
  /** Waiting hashes; further ones are refused. */
  readonly waiting: number;
};

const retryAfterSeconds = 2;

/**
 * Runs work in order, `parallel` at once. Refuses `too_many_requests` when `waiting` others already
 * wait. `waiting()` is their number.
 */
export function hashingQueue({ parallel, waiting }: HashingLimits) {
  const queue: (() => void)[] = [];
  let running = 0;

  return Object.assign(queued, { waiting: () => queue.length });

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) await turn();
    else running += 1;

    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  function turn(): Promise<void> {
    if (queue.length >= waiting) {
      const message = 'Too many people are signing in right now. Please try again in a moment.';
      throw new Refusal('too_many_requests', message, { retryAfterSeconds });
    }
    return new Promise((resolve) => queue.push(resolve));
  }
}
