import { DeleteAccountCard, YourDataCard } from '#web/features/account/data-cards.tsx';
import { PreferencesCard, ProfileCard } from '#web/features/account/profile-card.tsx';
import { SettingsSection } from './settings-page.tsx';

/** What a person is called, how they see Waypost, and their data. */
export function Component() {
  return (
    <SettingsSection>
      {(user) => (
        <>
          <ProfileCard user={user} />
          <PreferencesCard />
          <YourDataCard />
          <DeleteAccountCard user={user} />
        </>
      )}
    </SettingsSection>
  );
}
