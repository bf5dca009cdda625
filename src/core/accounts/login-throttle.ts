import { dayMs, minuteMs, secondMs } from '#core/shared/time';

const addressFailures = 10;
const addressPauseMs = 10 * minuteMs;
/** Guesses at one account are free up to here, from wherever they come … */
const accountFailures = 15;
/** … then each doubles the pause, which stays short: nobody can lock somebody else out. */
const longestAccountPauseMs = minuteMs;

/** How far back failures matter. */
export const failureMemoryMs = dayMs;
/** How many of the latest failures have to be known. */
export const failuresToKnow = { address: addressFailures, account: accountFailures + 10 };

/** Instants of earlier failures in epoch milliseconds, newest first. */
export type FailureHistory = {
  readonly address: readonly number[];
  readonly account: readonly number[];
};

/** Milliseconds before the next attempt is heard; 0 when it is heard now. */
export function pauseMs(history: FailureHistory, nowMs: number): number {
  return Math.max(0, addressPause(history.address, nowMs), accountPause(history.account, nowMs));
}

/** Ten failures within ten minutes silence an address for ten minutes after the last. */
function addressPause(failures: readonly number[], nowMs: number): number {
  const newest = failures[0];
  const tenth = failures[addressFailures - 1];
  if (newest === undefined || tenth === undefined) return 0;
  if (newest - tenth > addressPauseMs) return 0;
  return Math.min(newest + addressPauseMs - nowMs, addressPauseMs);
}

function accountPause(failures: readonly number[], nowMs: number): number {
  const [newest] = failures;
  const excess = failures.length - accountFailures;
  if (newest === undefined || excess < 0) return 0;
  const pause = Math.min(secondMs * 2 ** excess, longestAccountPauseMs);
  return Math.min(newest + pause - nowMs, pause);
}
