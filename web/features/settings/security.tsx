import { ActivityCard } from '#web/features/account/activity-card.tsx';
import { PasswordCard } from '#web/features/account/password-card.tsx';
import { RemainingKeysCard } from '#web/features/tracking/api-keys-card.tsx';
import { SessionsCard } from '#web/features/account/sessions-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** How an account is signed in to, and what has happened to it. */
export function Component() {
  return (
    <SettingsSection>
      {(user) => (
        <>
          <PasswordCard user={user} />
          <SessionsCard />
          <RemainingKeysCard />
          <ActivityCard />
        </>
      )}
    </SettingsSection>
  );
}
