import { Navigate, useLocation } from 'react-router';
import { absentPaths } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { sectionScreens } from '#web/screens.ts';

/** A section of the settings, with its own path. */
export type Section = { readonly title: string; readonly path: string };

const titles: Readonly<Record<(typeof sectionScreens)[keyof typeof sectionScreens], string>> = {
  [sectionScreens.profile]: 'Profile',
  [sectionScreens.security]: 'Security',
  [sectionScreens.linkDefaults]: 'Link defaults',
  [sectionScreens.domains]: 'Domains',
  [sectionScreens.notifications]: 'Notifications',
  [sectionScreens.billing]: 'Billing',
  [sectionScreens.apiKeys]: 'API',
};

/**
 * The available sections in the order of their navigation. Those that this Waypost does
 * not have are left out.
 */
export const sections: readonly Section[] = Object.values(sectionScreens)
  .filter((path) => !absentPaths.has(path))
  .map((path) => ({ title: titles[path], path }));

/** Redirects to the first section, or to the section that the address's anchor names. */
export function FirstSection() {
  const { search, hash } = useLocation();
  const named = sections.find(({ path }) => path === `${paths.settings}/${hash.slice(1)}`);
  return <Navigate replace to={{ pathname: named?.path ?? paths.profile, search }} />;
}
