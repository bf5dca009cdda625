import type { Clock } from '#core/shared/time';

/** What somebody wants to be told, and how. */
export type Preferences = {
  /** Notices by mail as well. What is about the account's safety is mailed in any case. */
  readonly email: boolean;
  /** Whether conversions are told of at all. */
  readonly conversionAlerts: boolean;
};

/** Preferences, and from when on conversions are told of. */
export type KeptPreferences = Preferences & { readonly conversionsSince: Date };

/** As long as an account has settled nothing. */
export const usualPreferences: KeptPreferences = {
  email: true,
  conversionAlerts: true,
  conversionsSince: new Date(0),
};

export type PreferencesPorts = {
  readonly preferences: {
    /** What accounts have settled; those that never have are missing. */
    of(userIds: readonly string[]): Promise<ReadonlyMap<string, KeptPreferences>>;
    keep(userId: string, preferences: KeptPreferences): Promise<void>;
  };
  readonly clock: Clock;
};

/** What is to be settled anew; undefined leaves it as it is. */
export type PreferencesInput = { readonly [K in keyof Preferences]?: Preferences[K] | undefined };

/** An account's notification preferences. */
export function readPreferences({ preferences }: Pick<PreferencesPorts, 'preferences'>) {
  return async (userId: string): Promise<Preferences> => {
    const kept = (await preferences.of([userId])).get(userId) ?? usualPreferences;
    return shown(kept);
  };
}

/** Changes an account's notification preferences and answers all of them. */
export function changePreferences({ preferences, clock }: PreferencesPorts) {
  return async (userId: string, input: PreferencesInput): Promise<Preferences> => {
    const before = (await preferences.of([userId])).get(userId) ?? usualPreferences;
    const conversionAlerts = input.conversionAlerts ?? before.conversionAlerts;
    const isSwitchedOn = conversionAlerts && !before.conversionAlerts;
    const after = {
      email: input.email ?? before.email,
      conversionAlerts,
      conversionsSince: isSwitchedOn ? new Date(clock.now()) : before.conversionsSince,
    };
    await preferences.keep(userId, after);
    return shown(after);
  };
}

function shown({ email, conversionAlerts }: KeptPreferences): Preferences {
  return { email, conversionAlerts };
}
