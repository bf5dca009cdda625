import type { LinkDefaults, LinkDefaultsChanges } from '#contract/accounts/settings';
import { dayMs } from '#core/shared/time';
import type { KeptDefaults } from './ports.ts';

/** The defaults of an account that has not set its own. */
export const usualDefaults: LinkDefaults = {
  trackClicks: true,
  trackConversions: false,
  expirationDays: null,
};

/** Returns an account's defaults for new links. */
export async function readLinkDefaults(
  defaults: Pick<KeptDefaults, 'of'>,
  userId: string,
): Promise<LinkDefaults> {
  return (await defaults.of(userId)) ?? usualDefaults;
}

/** Changes an account's defaults and returns all of them. */
export async function changeLinkDefaults(
  defaults: KeptDefaults,
  userId: string,
  changes: LinkDefaultsChanges,
): Promise<LinkDefaults> {
  await defaults.keep(userId, changes);
  return readLinkDefaults(defaults, userId);
}

/** The expiry of a new link by the defaults. */
export function defaultExpiry({ expirationDays }: LinkDefaults, nowMs: number): Date | null {
  return expirationDays === null ? null : new Date(nowMs + expirationDays * dayMs);
}
