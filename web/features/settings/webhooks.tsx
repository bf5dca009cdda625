import { WebhooksCard } from '#web/features/webhooks/webhooks-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** Where Waypost sends events. */
export function Component() {
  return <SettingsSection>{(user) => <WebhooksCard user={user} />}</SettingsSection>;
}
