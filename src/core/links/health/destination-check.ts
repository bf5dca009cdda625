import type { failureReasons } from '#contract/links/links';
import { dayMs, hourMs } from '#core/shared/time';

/** Why a destination counts as failed: no answer, or an error. */
export type FailureReason = (typeof failureReasons)[number];

/** The result of one request to a destination. */
export type Sighting =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly status: number | null }
  /**
   * The check says nothing about the destination: its address is not public, DNS or our own network
   * failed, or the answer was no HTTP.
   */
  | { readonly kind: 'unclear' };

/** What is known about a destination before a check. */
export type CheckedBefore = {
  /** Failed checks in a row. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly brokenSince: Date | null;
};

/** What is known after a check. */
export type Verdict = CheckedBefore & {
  /** The last failure; null while the destination answers. */
  readonly seen: { readonly reason: FailureReason; readonly status: number | null } | null;
  /** Null: an unclear check, which leaves the time of the last one. */
  readonly checkedAt: Date | null;
  readonly nextCheckAt: Date;
};

/** A destination of a link that failed several checks in a row. */
export type BrokenDestination = {
  readonly url: string;
  readonly reason: FailureReason;
  /** The status of the last answer; null when there was none. */
  readonly status: number | null;
  /** When the first of the failed checks was made. */
  readonly since: Date;
  readonly checkedAt: Date;
};

/** A destination is broken after this many failed checks in a row. */
export const failuresUntilBroken = 3;

const weekMs = 7 * dayMs;
/** Destinations that fail are checked again after this time. Three checks take a whole day. */
const retryMs = 12 * hourMs;
const brokenRetryMs = dayMs;

/** The next check after a whole week, up to half a day earlier or later. */
const spreadMs = dayMs;

/**
 * The verdict after a check. `chance` is from 0 to 1 and spreads the checks over the week. Null for
 * an unclear check, which changes nothing that is known.
 */
export function judgeSighting(
  before: CheckedBefore,
  sighting: Sighting,
  { nowMs, chance }: { readonly nowMs: number; readonly chance: number },
): Verdict | null {
  const now = new Date(nowMs);
  switch (sighting.kind) {
    case 'unclear':
      return null;
    case 'answered':
      return {
        failures: 0,
        failingSince: null,
        brokenSince: null,
        seen: null,
        checkedAt: now,
        nextCheckAt: nextWeek(nowMs, chance),
      };
    case 'failed': {
      const failures = before.failures + 1;
      const isBroken = failures >= failuresUntilBroken;
      const { reason, status } = sighting;
      return {
        failures,
        seen: { reason, status },
        checkedAt: now,
        failingSince: before.failingSince ?? now,
        brokenSince: isBroken ? (before.brokenSince ?? now) : null,
        nextCheckAt: new Date(nowMs + (isBroken ? brokenRetryMs : retryMs)),
      };
    }
  }
}

/** A week from now, with the spread of a day. */
export function nextWeek(nowMs: number, chance: number): Date {
  return new Date(nowMs + weekMs + (chance - 0.5) * spreadMs);
}
