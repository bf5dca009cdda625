import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { paths } from '#web/paths.ts';
import { type Screen, screens, sectionScreens } from '#web/screens.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { classNames } from '#web/ui/class-names.ts';
import { absentPaths } from '#web/instance.ts';

type SettingsSectionProps = { readonly children: (user: User) => ReactNode };

/** A section of the settings beside their navigation. One that this Waypost does not have leads to another. */
export function SettingsSection({ children }: SettingsSectionProps) {
  const account = useAtomValue(accountAtom);
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '');
  if (!sections.some((section) => section.path === path)) return <Component />;
  return (
    <>
      <PageHeader heading={screens.settings.title} />
      {account.kind === 'in' ? (
        <div className="grid items-start gap-5 md:grid-cols-[9.5rem_minmax(0,48rem)] md:gap-8">
          <SectionNavigation path={path} />
          <div className="grid grid-cols-1 gap-5">{children(account.user)}</div>
        </div>
      ) : (
        <p className="text-muted">Please log in to access settings</p>
      )}
    </>
  );
}

/** Redirects to the first section, or to the section that the address's anchor names. */
export function Component() {
  const { search, hash } = useLocation();
  const named = sections.find(({ path }) => path === `${paths.settings}/${hash.slice(1)}`);
  return <Navigate replace to={{ pathname: named?.path ?? paths.profile, search }} />;
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
