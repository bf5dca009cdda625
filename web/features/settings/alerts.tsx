import { AlertsCard } from '#web/features/alerts/alerts-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** The alerts about links. */
export function Component() {
  return <SettingsSection>{(user) => <AlertsCard user={user} />}</SettingsSection>;
}
