import { TooLate } from '#adapters/postgres/within';
import type { InTurn } from '#core/shared/in-turn';
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
  locks: Pick<Locks, 'inTurn'>,
  name: string,
  waitMs = patienceMs,
): InTurn {
  return async (userId, work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return await locks.inTurn({ name: `waypost turn: ${name} of ${userId}`, waitMs }, begin);
    } catch (error) {
      throw error instanceof TooLate && !hasBegun ? busy() : error;
    }
  };
}

function busy(): Refusal {
  const message = 'Earlier changes of yours are still under way. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds });
}
