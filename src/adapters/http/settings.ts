import { Elysia } from 'elysia';
import { z } from 'zod';
import type { changeLinkDefaults, LinkDefaults, readLinkDefaults } from '#core/links/link-defaults';
import { signedIn, type SignedInPorts } from './signed-in.ts';

export type SettingsRoutesPorts = {
  readonly session: SignedInPorts;
  readonly readLinkDefaults: ReturnType<typeof readLinkDefaults>;
  readonly changeLinkDefaults: ReturnType<typeof changeLinkDefaults>;
};

/** What an account has settled, as the API shows it. */
export type SettingsJson = { readonly linkDefaults: LinkDefaults };

const flag = z.boolean('Must be true or false').optional();

/** What PUT /api/settings takes: what is missing stays as it is. */
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
    .default({}),
});

/** What a person has settled for their account. */
export function settingsRoutes(ports: SettingsRoutesPorts) {
  return new Elysia({ name: 'settings' })
    .use(signedIn(ports.session))
    .get('/api/settings', async ({ user }): Promise<SettingsJson> => {
      return { linkDefaults: await ports.readLinkDefaults(user.id) };
    })
    .put(
      '/api/settings',
      async ({ user, body }): Promise<SettingsJson> => {
        return { linkDefaults: await ports.changeLinkDefaults(user.id, body.linkDefaults) };
      },
      { body: settingsBody },
    );
}
