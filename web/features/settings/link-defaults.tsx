import { LinkDefaultsCard } from '#web/features/account/settings-cards.tsx';
import { SettingsSection } from './settings-page.tsx';

/** What new links begin with. */
export function Component() {
  return <SettingsSection>{() => <LinkDefaultsCard />}</SettingsSection>;
}
