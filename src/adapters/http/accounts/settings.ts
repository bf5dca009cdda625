import * as settings from '#contract/accounts/settings';
import { changeLinkDefaults, readLinkDefaults } from '#core/links/link-defaults';
import type { KeptDefaults } from '#core/links/ports';
import type { NoticePorts } from '#core/notices/ports';
import { changePreferences, readPreferences } from '#core/notices/preferences';
import { type Mountable, on } from '#adapters/http/frame/on';

/** The ports of the settings: for new links, for notices, and of this instance. */
type Settings = Pick<NoticePorts, 'preferences' | 'clock'> & {
  readonly defaults: KeptDefaults;
  /** Whether the operator has switched the check of destinations on. */
  readonly checksDestinations: boolean;
};

/** A person's settings of their account. */
export function settingsRoutes(ports: Settings): Mountable[] {
  const { defaults, checksDestinations } = ports;
  return [
    on(settings.readSettings, async ({ caller: { id } }) => {
      const [linkDefaults, notifications] = await Promise.all([
        readLinkDefaults(defaults, id),
        readPreferences(ports, id),
      ]);
      return { linkDefaults, notifications, checksDestinations };
    }),
    on(settings.changeSettings, async ({ caller: { id }, body }) => {
      const linkDefaults = await changeLinkDefaults(defaults, id, body.linkDefaults ?? {});
      const notifications = await changePreferences(ports, id, body.notifications ?? {});
      return { linkDefaults, notifications, checksDestinations };
    }),
  ];
}
