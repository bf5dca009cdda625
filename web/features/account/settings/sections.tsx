import { Navigate, useLocation } from 'react-router';
import { takesPayments } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';

/** A section of the settings, with an address of its own. */
export type Section = { readonly title: string; readonly path: string };

const billing: Section = { title: 'Billing', path: paths.billing };

/** The sections of this instance, in the order of their navigation. */
export const sections: readonly Section[] = [
  { title: 'Profile', path: paths.profile },
  { title: 'Security', path: paths.security },
  { title: 'Link defaults', path: paths.linkDefaults },
  { title: 'Notifications', path: paths.notifications },
  ...(takesPayments ? [billing] : []),
  { title: 'API', path: paths.apiKeys },
];

/** Leads to the first section, or to the section that an address with an anchor names. */
export function FirstSection() {
  const { search, hash } = useLocation();
  const named = sections.find(({ path }) => path === `${paths.settings}/${hash.slice(1)}`);
  return <Navigate replace to={{ pathname: named?.path ?? paths.profile, search }} />;
}
