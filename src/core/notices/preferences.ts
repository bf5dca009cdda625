import type { Preferences, PreferencesChanges } from '#contract/settings';
import type { Clock } from '#core/shared/time';

/** Preferences, and the time from which on notices of conversions are created. */
export type KeptPreferences = Preferences & { readonly conversionsSince: Date };

/** The preferences of an account that has not set its own. */
export const usualPreferences: KeptPreferences = {
  email: true,
  conversionAlerts: true,
  conversionsSince: new Date(0),
};

export type PreferencesPorts = {
  readonly preferences: {
    /** The accounts' own preferences. Accounts that have never set them are missing. */
    of(userIds: readonly string[]): Promise<ReadonlyMap<string, KeptPreferences>>;
    /** Stores the given fields. `undefined` leaves a field as it is, or makes it the usual one. */
    keep(userId: string, change: PreferencesChange): Promise<void>;
  };
  readonly clock: Clock;
};

export type PreferencesChange = {
  readonly [K in keyof KeptPreferences]?: KeptPreferences[K] | undefined;
};

/** Returns an account's notification preferences. */
export function readPreferences({ preferences }: Pick<PreferencesPorts, 'preferences'>) {
  return async (userId: string): Promise<Preferences> => {
    const kept = (await preferences.of([userId])).get(userId) ?? usualPreferences;
    return { email: kept.email, conversionAlerts: kept.conversionAlerts };
  };
}

/** Changes an account's notification preferences and returns all of them. */
export function changePreferences({ preferences, clock }: PreferencesPorts) {
  const read = readPreferences({ preferences });

  return async (userId: string, input: PreferencesChanges): Promise<Preferences> => {
    const before = await read(userId);
    const isSwitchedOn = input.conversionAlerts === true && !before.conversionAlerts;
    const conversionsSince = isSwitchedOn ? new Date(clock.now()) : undefined;
    await preferences.keep(userId, { ...input, conversionsSince });
    return read(userId);
  };
}
