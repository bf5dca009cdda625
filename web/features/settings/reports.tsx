import { MailedReportsCard } from '#web/features/mailed-reports/mailed-reports-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** The reports that are mailed. */
export function Component() {
  return <SettingsSection>{(user) => <MailedReportsCard user={user} />}</SettingsSection>;
}
