import { NotificationsCard } from '#web/features/account/settings-cards.tsx';
import { SettingsSection } from './settings-page.tsx';

/** Which mails the account gets. */
export function Component() {
  return <SettingsSection>{(user) => <NotificationsCard user={user} />}</SettingsSection>;
}
