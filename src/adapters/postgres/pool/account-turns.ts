import { TooLate } from '#adapters/postgres/within';
import type { Serialized } from '#core/shared/serialized';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import type { Locks } from './locks.ts';

/** How long a caller waits for the account's earlier work. */
const patienceMs = 5 * secondMs;
const retryAfterSeconds = 2;

/**
 * Turns by account, on all instances together. Refuses `unavailable` when the account's earlier
 * work of that name takes longer than `waitMs`.
 */
export function accountTurns(
  locks: Pick<Locks, 'exclusively'>,
  name: string,
  waitMs = patienceMs,
): Serialized {
  return async (userId, work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return await locks.exclusively({ name: `waypost turn: ${name} of ${userId}`, waitMs }, begin);
    } catch (error) {
      throw error instanceof TooLate && !hasBegun ? busy() : error;
    }
  };
}

function busy(): Refusal {
  const message = 'Earlier changes of yours are still under way. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds });
}
