import { atom } from 'jotai';
import type { LinkDefaults, Preferences, Settings } from '#contract/accounts/settings';
import { call } from '#web/api.ts';
import { clientAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const settingsKey = ['settings'];

/** The account's settings. */
export const settingsQuery = queryAtom<Settings>(() => ({
  queryKey: settingsKey,
  queryFn: () => call('GET /api/v1/settings'),
}));

/** Saves the default settings of new links. */
export const keepLinkDefaultsAtom = atom(
  null,
  async (get, _, linkDefaults: LinkDefaults): Promise<void> => {
    const settings = await call('PATCH /api/v1/settings', { body: { linkDefaults } });
    get(clientAtom).setQueryData(settingsKey, settings);
  },
);

/** Saves which notifications the person wants, and how they arrive. */
export const keepPreferencesAtom = atom(
  null,
  async (get, _, notifications: Partial<Preferences>): Promise<void> => {
    const settings = await call('PATCH /api/v1/settings', { body: { notifications } });
    get(clientAtom).setQueryData(settingsKey, settings);
  },
);
