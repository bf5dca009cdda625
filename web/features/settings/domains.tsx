import { DomainsCard } from '#web/features/domains/domains-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** The custom domains. */
export function Component() {
  return <SettingsSection>{(user) => <DomainsCard user={user} />}</SettingsSection>;
}
