import { useAtomValue } from 'jotai';
import { ApiKeysCard } from '#web/components/api-keys-card.tsx';
import { ActivityCard } from '#web/components/activity-card.tsx';
import { BillingCard } from '#web/components/billing-card.tsx';
import { DeleteAccountCard } from '#web/components/delete-account-card.tsx';
import { LinkDefaultsCard } from '#web/components/link-defaults-card.tsx';
import { NotificationsCard } from '#web/components/notifications-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { PasswordCard } from '#web/components/password-card.tsx';
import { PreferencesCard } from '#web/components/preferences-card.tsx';
import { ProfileCard } from '#web/components/profile-card.tsx';
import { SessionsCard } from '#web/components/sessions-card.tsx';
import { takesPayments } from '#web/instance.ts';
import { accountAtom } from '#web/state/account.ts';

/** Everything that a person decides about their account. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return (
    <>
      <PageHeader title="Settings" text="Your profile, your sign-in and how new links begin." />
      {account.kind === 'in' ? (
        <div className="grid max-w-3xl gap-5">
          <ProfileCard user={account.user} />
          <PasswordCard user={account.user} />
          <PreferencesCard />
          <LinkDefaultsCard />
          <NotificationsCard user={account.user} />
          {takesPayments && <BillingCard />}
          <SessionsCard />
          <ApiKeysCard user={account.user} />
          <ActivityCard />
          <DeleteAccountCard user={account.user} />
        </div>
      ) : (
        <p className="text-muted">Please log in to access settings</p>
      )}
    </>
  );
}
