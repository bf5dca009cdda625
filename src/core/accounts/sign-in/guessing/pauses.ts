import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';

/** So many failures within ten minutes block an address for ten minutes after the last. */
const addressFailures = 10;
const addressPauseMs = 10 * minuteMs;
/** So many failures of one IPv6 site, which has 65,536 networks, are heard within an hour. */
const siteFailures = 100;
const siteWindowMs = hourMs;
/** From so many failures a day on, one address waits longer after each failure at one account. */
const pairFailures = 10;
const pairPauseMs = 10 * minuteMs;
/** From so many failures of strangers a day on, an account is under attack: each doubles the delay. */
const accountFailures = 15;
const accountDelayMs = secondMs;
/** Tries that the delay leaves to every address, so that a person who mistypes does not wait. */
const triesUnderAttack = 3;
/** No pause and no delay is longer, so an address is heard 24 times a day by one account at last. */
const longestPauseMs = hourMs;

/** How far back failures matter. */
export const failureMemoryMs = dayMs;
/** How many of the latest failures have to be known: more change nothing. */
export const failuresToKnow = {
  address: addressFailures,
  site: siteFailures,
  pair: pairFailures + doublingsUpTo(longestPauseMs / pairPauseMs),
  account: accountFailures + doublingsUpTo(longestPauseMs / accountDelayMs),
};

/** Instants of earlier failures in epoch milliseconds, newest first. */
export type FailureHistory = {
  readonly address: readonly number[];
  /** Empty for an address that is in no IPv6 site. */
  readonly site: readonly number[];
  /** Those of the address at the account. */
  readonly pair: readonly number[];
  readonly account: readonly number[];
};

/** Milliseconds before the next attempt is heard; 0 when it is heard now. */
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
 * What an address waits between two tries at one account: after many failures of its own, and, when
 * the account is under attack, after a few. An address that has not failed there never waits, so
 * that strangers keep nobody out who comes from elsewhere.
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

/** Nothing before the limit is reached, then `firstMs`, twice that, … up to the longest pause. */
function doubled(firstMs: number, excess: number): number {
  return excess < 0 ? 0 : Math.min(firstMs * 2 ** excess, longestPauseMs);
}

function doublingsUpTo(factor: number): number {
  return Math.ceil(Math.log2(factor));
}
