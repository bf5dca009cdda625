import * as settings from '#contract/settings';
import type { changeLinkDefaults, readLinkDefaults } from '#core/links/link-defaults';
import type { changePreferences, readPreferences } from '#core/notices/preferences';
import { type Mountable, on } from '#adapters/http/frame/on';

export type SettingsRoutesPorts = {
  /** Whether the operator has switched the check of destinations on. */
  readonly checksDestinations: boolean;
  readonly readLinkDefaults: ReturnType<typeof readLinkDefaults>;
  readonly changeLinkDefaults: ReturnType<typeof changeLinkDefaults>;
  readonly readPreferences: ReturnType<typeof readPreferences>;
  readonly changePreferences: ReturnType<typeof changePreferences>;
};

/** A person's settings of their account. */
export function settingsRoutes(ports: SettingsRoutesPorts): Mountable[] {
  const { checksDestinations } = ports;
  return [
    on(settings.readSettings, async ({ caller: { id } }) => {
      const [linkDefaults, notifications] = await Promise.all([
        ports.readLinkDefaults(id),
        ports.readPreferences(id),
      ]);
      return { linkDefaults, notifications, checksDestinations };
    }),
    on(settings.changeSettings, async ({ caller: { id }, body }) => {
      const linkDefaults = await ports.changeLinkDefaults(id, body.linkDefaults ?? {});
      const notifications = await ports.changePreferences(id, body.notifications ?? {});
      return { linkDefaults, notifications, checksDestinations };
    }),
  ];
}
