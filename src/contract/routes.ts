import * as activity from './activity.ts';
import * as analytics from './analytics.ts';
import * as apiKeys from './api-keys.ts';
import * as avatars from './avatars.ts';
import * as billing from './billing.ts';
import * as conversions from './conversions.ts';
import * as costs from './costs.ts';
import * as domains from './domains.ts';
import * as bulk from './bulk.ts';
import * as imports from './imports.ts';
import * as labels from './labels.ts';
import * as linkPictures from './link-pictures.ts';
import * as links from './links.ts';
import * as live from './live.ts';
import * as notices from './notices.ts';
import * as operators from './operators.ts';
import * as profile from './profile.ts';
import * as publicPages from './public-pages.ts';
import * as qr from './qr.ts';
import type { Route } from './route.ts';
import * as saved from './saved.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as splitTests from './split-tests.ts';
import * as sql from './sql.ts';
import * as support from './support.ts';
import * as tracking from './tracking.ts';
import * as utmTemplates from './utm-templates.ts';

// A list, not one object: two resources may give one name to different things.
const resources = [
  activity,
  analytics,
  apiKeys,
  avatars,
  billing,
  bulk,
  conversions,
  costs,
  domains,
  imports,
  labels,
  linkPictures,
  links,
  live,
  notices,
  operators,
  profile,
  publicPages,
  qr,
  saved,
  settings,
  signIn,
  splitTests,
  sql,
  support,
  tracking,
  utmTemplates,
] as const;

type Exports<Resource> = Resource extends unknown ? Resource[keyof Resource] : never;
type AnyRoute = Extract<Exports<(typeof resources)[number]>, Route>;

/** The routes of the contract by their names. */
export type Routes = { readonly [R in AnyRoute as R['name']]: R };

/** All routes of the contract. */
export const routes: readonly Route[] = resources
  .flatMap((resource): unknown[] => Object.values(resource))
  .filter(isRoute);

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
