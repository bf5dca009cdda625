import { Elysia } from 'elysia';
import { z } from 'zod';
import type { changeLinkDefaults, LinkDefaults, readLinkDefaults } from '#core/links/link-defaults';
import type { changePreferences, Preferences, readPreferences } from '#core/notices/preferences';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type SettingsRoutesPorts = {
  readonly session: SignedInPorts;
  /** Whether the operator has switched the check of destinations on. */
  readonly checksDestinations: boolean;
  readonly readLinkDefaults: ReturnType<typeof readLinkDefaults>;
  readonly changeLinkDefaults: ReturnType<typeof changeLinkDefaults>;
  readonly readPreferences: ReturnType<typeof readPreferences>;
  readonly changePreferences: ReturnType<typeof changePreferences>;
};

/** An account's settings as the API shows them. */
export type SettingsJson = {
  readonly linkDefaults: LinkDefaults;
  readonly notifications: Preferences;
  /** Whether this instance checks destinations every week. */
  readonly checksDestinations: boolean;
};

const flag = z.boolean('Must be true or false').optional();

/** The body of PUT /api/settings. Absent fields stay as they are. */
const settingsBody = z.object({
  linkDefaults: z
    .object(
      {
        trackClicks: flag,
        trackConversions: flag,
        expirationDays: z.number('Must be a number of days').nullish(),
      },
      'Must be an object',
    )
    .optional(),
  notifications: z.object({ email: flag, conversionAlerts: flag }, 'Must be an object').optional(),
});

/** A person's settings of their account. */
export function settingsRoutes(ports: SettingsRoutesPorts) {
  const { checksDestinations } = ports;
  return new Elysia({ name: 'settings' })
    .use(signedIn(ports.session))
    .get('/api/settings', async ({ user }): Promise<SettingsJson> => {
      const [linkDefaults, notifications] = await Promise.all([
        ports.readLinkDefaults(user.id),
        ports.readPreferences(user.id),
      ]);
      return { linkDefaults, notifications, checksDestinations };
    })
    .put(
      '/api/settings',
      async ({ user, body }): Promise<SettingsJson> => {
        const linkDefaults = await ports.changeLinkDefaults(user.id, body.linkDefaults ?? {});
        const notifications = await ports.changePreferences(user.id, body.notifications ?? {});
        return { linkDefaults, notifications, checksDestinations };
      },
      { body: settingsBody },
    );
}
