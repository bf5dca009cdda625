import { invalid } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';

/** The initial settings of an account's new links. */
export type LinkDefaults = {
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  /** A new link expires this many periods of 24 hours after its creation; null: never. */
  readonly expirationDays: number | null;
};

/** The defaults of an account that has not set its own. */
export const usualDefaults: LinkDefaults = {
  trackClicks: true,
  trackConversions: false,
  expirationDays: null,
};

const mostDays = 3650;

export type LinkDefaultsPorts = {
  readonly defaults: {
    /** The account's own defaults; null when it has never set them. */
    of(userId: string): Promise<LinkDefaults | null>;
    /** Stores the given fields. `undefined` leaves a field as it is, or makes it the usual one. */
    keep(userId: string, change: LinkDefaultsInput): Promise<void>;
  };
};

/** The defaults to change. `undefined` leaves a field as it is. */
export type LinkDefaultsInput = {
  readonly [K in keyof LinkDefaults]?: LinkDefaults[K] | undefined;
};

/** Returns an account's defaults for new links. */
export function readLinkDefaults({ defaults }: LinkDefaultsPorts) {
  return async (userId: string): Promise<LinkDefaults> =>
    (await defaults.of(userId)) ?? usualDefaults;
}

/** Changes an account's defaults and returns all of them. Refuses `invalid`. */
export function changeLinkDefaults(ports: LinkDefaultsPorts) {
  const read = readLinkDefaults(ports);

  return async (userId: string, input: LinkDefaultsInput): Promise<LinkDefaults> => {
    const { expirationDays: days } = input;
    if (typeof days === 'number' && !isWholeDays(days)) {
      const message = `Enter whole days from 1 to ${mostDays}, or leave it empty`;
      throw invalid({ path: 'linkDefaults.expirationDays', message });
    }
    await ports.defaults.keep(userId, input);
    return read(userId);
  };
}

function isWholeDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= mostDays;
}

/** The expiry of a new link by the defaults. */
export function defaultExpiry({ expirationDays }: LinkDefaults, nowMs: number): Date | null {
  return expirationDays === null ? null : new Date(nowMs + expirationDays * dayMs);
}
