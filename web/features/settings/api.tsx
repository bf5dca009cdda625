import { ApiKeysCard } from '#web/features/tracking/api-keys-card.tsx';
import { ServerLoginCard } from '#web/features/sql/connecting/server-login-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** The keys of programs, and the login of SQL clients. */
export function Component() {
  return (
    <SettingsSection>
      {(user) => (
        <>
          <ApiKeysCard user={user} />
          <ServerLoginCard user={user} />
        </>
      )}
    </SettingsSection>
  );
}
