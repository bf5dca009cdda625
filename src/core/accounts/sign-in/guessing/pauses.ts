import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';

/** This many failures within ten minutes block an address until ten minutes after the last one. */
const addressFailures = 10;
const addressPauseMs = 10 * minuteMs;
/** Failures of one IPv6 site (65,536 networks) that are allowed within an hour. */
const siteFailures = 100;
const siteWindowMs = hourMs;
/** From this many failures per day, one address waits longer after each failure at one account. */
const pairFailures = 10;
const pairPauseMs = 10 * minuteMs;
/**
 * From this many failures of strangers per day an account is under attack: each one doubles the
 * delay.
 */
const accountFailures = 15;
const accountDelayMs = secondMs;
/**
 * Attempts without delay for every address during an attack, so that a person who mistypes does not
 * wait.
 */
const triesUnderAttack = 3;
/**
 * Upper bound of every pause and delay: an address always has at least 24 attempts per day at one
 * account.
 */
const longestPauseMs = hourMs;

/** How long failures count. */
export const failureMemoryMs = dayMs;
/** How many of the latest failures are needed: more do not change the result. */
export const failuresToKnow = {
  address: addressFailures,
  site: siteFailures,
  pair: pairFailures + doublingsUpTo(longestPauseMs / pairPauseMs),
  account: accountFailures + doublingsUpTo(longestPauseMs / accountDelayMs),
};

/** Times of earlier failures in epoch milliseconds, newest first. */
export type FailureHistory = {
  readonly address: readonly number[];
  /** Empty for an address without an IPv6 site. */
  readonly site: readonly number[];
  /** Failures of this address at this account. */
  readonly pair: readonly number[];
  readonly account: readonly number[];
};

/** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
export function pauseMs(history: FailureHistory, nowMs: number): number {
  return Math.max(
    0,
    addressPause(history.address, nowMs),
    sitePause(history.site, nowMs),
    pairPause(history, nowMs),
  );
}

function addressPause(failures: readonly number[], nowMs: number): number {
  const newest = failures[0];
  const tenth = failures[addressFailures - 1];
  if (newest === undefined || tenth === undefined) return 0;
  if (newest - tenth > addressPauseMs) return 0;
  return Math.min(newest + addressPauseMs - nowMs, addressPauseMs);
}

function sitePause(failures: readonly number[], nowMs: number): number {
  const oldest = failures[siteFailures - 1];
  return oldest === undefined ? 0 : Math.min(oldest + siteWindowMs - nowMs, siteWindowMs);
}

/**
 * How long an address waits between two attempts at one account: after many failures of its own, or
 * after a few when the account is under attack. An address without failures at the account never
 * waits, so that strangers cannot lock out the owner.
 */
function pairPause({ pair, account }: FailureHistory, nowMs: number): number {
  const [newest] = pair;
  if (newest === undefined) return 0;
  const own = doubled(pairPauseMs, pair.length - pairFailures);
  const isSlowed = pair.length >= triesUnderAttack;
  const delay = isSlowed ? doubled(accountDelayMs, account.length - accountFailures) : 0;
  const pause = Math.max(own, delay);
  return Math.min(newest + pause - nowMs, pause);
}

/**
 * 0 below the limit, then `firstMs`, doubled with each further failure, up to the longest pause.
 */
function doubled(firstMs: number, excess: number): number {
  return excess < 0 ? 0 : Math.min(firstMs * 2 ** excess, longestPauseMs);
}

function doublingsUpTo(factor: number): number {
  return Math.ceil(Math.log2(factor));
}
