import { api, ask, type LinkDefaults, type Preferences, type Settings } from '#web/api.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const settingsKey = ['settings'];

/** What the account has settled. */
export const settingsQuery = queryAtom<Settings>(client, () => ({
  queryKey: settingsKey,
  queryFn: () => ask(api.settings.get()),
}));

/** Settles what new links are like. */
export async function keepLinkDefaults(linkDefaults: LinkDefaults): Promise<void> {
  client.setQueryData(settingsKey, await ask(api.settings.put({ linkDefaults })));
}

/** Settles what the person wants to be told, and how. */
export async function keepPreferences(notifications: Partial<Preferences>): Promise<void> {
  client.setQueryData(settingsKey, await ask(api.settings.put({ notifications })));
}
