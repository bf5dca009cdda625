import type { Preferences, PreferencesChanges } from '#contract/accounts/settings';
import type { NoticePorts } from './ports.ts';

/** Preferences, and the time from which on notices of conversions are created. */
export type KeptPreferences = Preferences & { readonly conversionsSince: Date };

/** The preferences of an account that has not set its own. */
export const usualPreferences: KeptPreferences = {
  email: true,
  conversionAlerts: true,
  conversionsSince: new Date(0),
};

export type PreferencesChange = {
  readonly [K in keyof KeptPreferences]?: KeptPreferences[K] | undefined;
};

/** Returns an account's notification preferences. */
export async function readPreferences(
  { preferences }: Pick<NoticePorts, 'preferences'>,
  userId: string,
): Promise<Preferences> {
  const kept = (await preferences.of([userId])).get(userId) ?? usualPreferences;
  return { email: kept.email, conversionAlerts: kept.conversionAlerts };
}

/** Changes an account's notification preferences and returns all of them. */
export async function changePreferences(
  ports: Pick<NoticePorts, 'preferences' | 'clock'>,
  userId: string,
  input: PreferencesChanges,
): Promise<Preferences> {
  const before = await readPreferences(ports, userId);
  const isSwitchedOn = input.conversionAlerts === true && !before.conversionAlerts;
  const conversionsSince = isSwitchedOn ? new Date(ports.clock.now()) : undefined;
  await ports.preferences.keep(userId, { ...input, conversionsSince });
  return readPreferences(ports, userId);
}
