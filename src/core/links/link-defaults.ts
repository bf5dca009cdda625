import type { LinkDefaults, LinkDefaultsChanges } from '#contract/settings';
import { dayMs } from '#core/shared/time';

/** The defaults of an account that has not set its own. */
export const usualDefaults: LinkDefaults = {
  trackClicks: true,
  trackConversions: false,
  expirationDays: null,
};

export type LinkDefaultsPorts = {
  readonly defaults: {
    /** The account's own defaults; null when it has never set them. */
    of(userId: string): Promise<LinkDefaults | null>;
    /** Stores the given fields. `undefined` leaves a field as it is, or makes it the usual one. */
    keep(userId: string, change: LinkDefaultsChanges): Promise<void>;
  };
};

/** Returns an account's defaults for new links. */
export function readLinkDefaults({ defaults }: LinkDefaultsPorts) {
  return async (userId: string): Promise<LinkDefaults> =>
    (await defaults.of(userId)) ?? usualDefaults;
}

/** Changes an account's defaults and returns all of them. */
export function changeLinkDefaults({ defaults }: LinkDefaultsPorts) {
  return async (userId: string, changes: LinkDefaultsChanges): Promise<LinkDefaults> => {
    await defaults.keep(userId, changes);
    return (await defaults.of(userId)) ?? usualDefaults;
  };
}

/** The expiry of a new link by the defaults. */
export function defaultExpiry({ expirationDays }: LinkDefaults, nowMs: number): Date | null {
  return expirationDays === null ? null : new Date(nowMs + expirationDays * dayMs);
}
