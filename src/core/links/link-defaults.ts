import { invalid } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';

/** What an account's new links are like when nothing else is asked of them. */
export type LinkDefaults = {
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  /** A new link expires so many times 24 hours after its creation; null: never. */
  readonly expirationDays: number | null;
};

/** As long as an account has settled nothing. */
export const usualDefaults: LinkDefaults = {
  trackClicks: true,
  trackConversions: false,
  expirationDays: null,
};

const mostDays = 3650;

export type LinkDefaultsPorts = {
  readonly defaults: {
    /** What the account has settled; null when it never has. */
    of(userId: string): Promise<LinkDefaults | null>;
    /** Keeps what the account has settled, in place of what was. */
    keep(userId: string, defaults: LinkDefaults): Promise<void>;
  };
};

/** What is to be settled anew; undefined leaves it as it is. */
export type LinkDefaultsInput = {
  readonly [K in keyof LinkDefaults]?: LinkDefaults[K] | undefined;
};

/** An account's defaults for new links. */
export function readLinkDefaults({ defaults }: LinkDefaultsPorts) {
  return async (userId: string): Promise<LinkDefaults> =>
    (await defaults.of(userId)) ?? usualDefaults;
}

/** Changes an account's defaults and answers all of them. Refuses `invalid`. */
export function changeLinkDefaults(ports: LinkDefaultsPorts) {
  const read = readLinkDefaults(ports);

  return async (userId: string, input: LinkDefaultsInput): Promise<LinkDefaults> => {
    const { expirationDays: days } = input;
    if (typeof days === 'number' && !isWholeDays(days)) {
      const message = `Enter whole days from 1 to ${mostDays}, or leave it empty`;
      throw invalid({ path: 'linkDefaults.expirationDays', message });
    }
    const before = await read(userId);
    const defaults = {
      trackClicks: input.trackClicks ?? before.trackClicks,
      trackConversions: input.trackConversions ?? before.trackConversions,
      expirationDays: days === undefined ? before.expirationDays : days,
    };
    await ports.defaults.keep(userId, defaults);
    return defaults;
  };
}

function isWholeDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= mostDays;
}

/** When a link that is made now expires by the defaults. */
export function defaultExpiry({ expirationDays }: LinkDefaults, nowMs: number): Date | null {
  return expirationDays === null ? null : new Date(nowMs + expirationDays * dayMs);
}
