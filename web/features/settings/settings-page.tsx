import { useAtomValue } from 'jotai';
import { Link, Navigate, useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { AlertsCard } from '#web/features/alerts/alerts-card.tsx';
import { ActivityCard } from '#web/features/account/activity-card.tsx';
import { ApiKeysCard, RemainingKeysCard } from '#web/features/tracking/api-keys-card.tsx';
import { BillingCard } from '#web/features/billing/billing-card.tsx';
import { ServerLoginCard } from '#web/features/sql/connecting/server-login-card.tsx';
import { DeleteAccountCard, YourDataCard } from '#web/features/account/data-cards.tsx';
import { LinkDefaultsCard, NotificationsCard } from '#web/features/account/settings-cards.tsx';
import { DomainsCard } from '#web/features/domains/domains-card.tsx';
import { MailedReportsCard } from '#web/features/mailed-reports/mailed-reports-card.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { WebhooksCard } from '#web/features/webhooks/webhooks-card.tsx';
import { PasswordCard } from '#web/features/account/password-card.tsx';
import { PreferencesCard, ProfileCard } from '#web/features/account/profile-card.tsx';
import { SessionsCard } from '#web/features/account/sessions-card.tsx';
import { paths } from '#web/paths.ts';
import { type Screen, screens, sectionScreens } from '#web/screens.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { classNames } from '#web/ui/class-names.ts';
import { absentPaths } from '#web/instance.ts';

/** The settings page: navigation and one section. An address without a section leads to one. */
export function Component() {
  const account = useAtomValue(accountAtom);
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '');
  if (!sections.some((section) => section.path === path)) return <FirstSection />;
  return (
    <>
      <PageHeader heading={screens.settings.title} />
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

/** Redirects to the first section, or to the section that the address's anchor names. */
function FirstSection() {
  const { search, hash } = useLocation();
  const named = sections.find(({ path }) => path === `${paths.settings}/${hash.slice(1)}`);
  return <Navigate replace to={{ pathname: named?.path ?? paths.profile, search }} />;
}

function Cards({ path, user }: { readonly path: string; readonly user: User }) {
  switch (path) {
    case paths.security:
      return (
        <>
          <PasswordCard user={user} />
          <SessionsCard />
          <RemainingKeysCard />
          <ActivityCard />
        </>
      );
    case paths.linkDefaults:
      return <LinkDefaultsCard />;
    case paths.domains:
      return <DomainsCard user={user} />;
    case paths.notifications:
      return <NotificationsCard user={user} />;
    case paths.alerts:
      return <AlertsCard user={user} />;
    case paths.reports:
      return <MailedReportsCard user={user} />;
    case paths.billing:
      return <BillingCard />;
    case paths.apiKeys:
      return (
        <>
          <ApiKeysCard user={user} />
          <ServerLoginCard user={user} />
        </>
      );
    case paths.webhooks:
      return <WebhooksCard user={user} />;
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

/**
 * The available sections of the settings in the order of their navigation. Those that this Waypost
 * does not have are left out.
 */
const sections: readonly Screen[] = Object.values(sectionScreens).filter(
  ({ path }) => !absentPaths.has(path),
);

/** Links to the sections of the settings: a column, or wrapped rows on phones. */
function SectionNavigation({ path }: { readonly path: string }) {
  return (
    <nav
      aria-label="Settings"
      className="flex flex-wrap gap-1 max-md:-mx-1 md:sticky md:top-6 md:grid"
    >
      {sections.map((section) => {
        const isHere = section.path === path;
        return (
          <Link
            key={section.path}
            to={section.path}
            aria-current={isHere ? 'page' : undefined}
            className={classNames(
              'flex shrink-0 items-center rounded-md px-3 py-2 font-medium whitespace-nowrap transition-colors touch',
              isHere ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
            )}
          >
            {section.title}
          </Link>
        );
      })}
    </nav>
  );
}
