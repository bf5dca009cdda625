import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { ActivityCard } from '#web/components/activity-card.tsx';
import { ApiKeysCard } from '#web/components/api-keys-card.tsx';
import { BillingCard } from '#web/components/billing-card.tsx';
import { DeleteAccountCard } from '#web/components/delete-account-card.tsx';
import { LinkDefaultsCard } from '#web/components/link-defaults-card.tsx';
import { NotificationsCard } from '#web/components/notifications-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { PasswordCard } from '#web/components/password-card.tsx';
import { PreferencesCard } from '#web/components/preferences-card.tsx';
import { ProfileCard } from '#web/components/profile-card.tsx';
import { SessionsCard } from '#web/components/sessions-card.tsx';
import { SectionNavigation } from '#web/components/settings/section-navigation.tsx';
import { sections } from '#web/components/settings/sections.tsx';
import { YourDataCard } from '#web/components/settings/your-data-card.tsx';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/state/account.ts';

/** One section of what a person decides about their account. */
export function Component() {
  const account = useAtomValue(accountAtom);
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const title = sections.find((section) => section.path === path)?.title ?? '';
  return (
    <>
      <PageHeader title="Settings" tabTitle={`${title} · Settings`} />
      {account.kind === 'in' ? (
        <div className="grid items-start gap-5 md:grid-cols-[9.5rem_minmax(0,48rem)] md:gap-8">
          <SectionNavigation path={path} />
          <div className="grid grid-cols-1 gap-5">
            <Cards path={path} user={account.user} />
          </div>
        </div>
      ) : (
        <p className="text-muted">Please log in to access settings</p>
      )}
    </>
  );
}

function Cards({ path, user }: { readonly path: string; readonly user: User }) {
  switch (path) {
    case paths.security:
      return (
        <>
          <PasswordCard user={user} />
          <SessionsCard />
          <ActivityCard />
        </>
      );
    case paths.linkDefaults:
      return <LinkDefaultsCard />;
    case paths.notifications:
      return <NotificationsCard user={user} />;
    case paths.billing:
      return <BillingCard />;
    case paths.apiKeys:
      return <ApiKeysCard user={user} />;
    default:
      return (
        <>
          <ProfileCard user={user} />
          <PreferencesCard />
          <YourDataCard />
          <DeleteAccountCard user={user} />
        </>
      );
  }
}
