import * as aliases from '#contract/links/aliases';
import * as activity from '#contract/accounts/activity';
import * as alerts from '#contract/analytics/alerts';
import * as analytics from '#contract/analytics/analytics';
import * as appLinks from './app-links.ts';
import * as apiKeys from '#contract/accounts/api-keys';
import * as avatars from '#contract/accounts/avatars';
import * as billing from '#contract/billing/billing';
import * as conversions from '#contract/conversions/conversions';
import * as programConversions from '#contract/conversions/programs';
import * as costs from '#contract/analytics/costs';
import * as destinationPreview from '#contract/links/destination-preview';
import * as document from './document.ts';
import * as domains from './domains.ts';
import * as bulk from '#contract/links/bulk';
import * as imports from '#contract/links/imports';
import * as labels from '#contract/links/labels';
import * as linkPictures from '#contract/links/link-pictures';
import * as links from '#contract/links/links';
import * as live from '#contract/analytics/live';
import * as mailedReports from '#contract/analytics/mailed-reports';
import * as notices from './notices.ts';
import * as operators from './operators.ts';
import * as profile from '#contract/accounts/profile';
import * as publicReports from '#contract/shared-reports/public-reports';
import * as query from '#contract/analytics/query';
import * as qr from '#contract/links/qr';
import type { Route, RouteName } from './route.ts';
import * as saved from '#contract/analytics/saved';
import * as settings from '#contract/accounts/settings';
import * as sharedReports from '#contract/shared-reports/shared-reports';
import * as signIn from '#contract/accounts/sign-in';
import * as splitTests from '#contract/split-tests/split-tests';
import * as sql from '#contract/analytics/sql';
import * as support from './support.ts';
import * as tracking from '#contract/conversions/tracking';
import * as utmTemplates from '#contract/links/utm-templates';
import * as webhooks from '#contract/webhooks/webhooks';

// A list, not one object: two resources may give one name to different things.
const resources = [
  activity,
  alerts,
  aliases,
  analytics,
  apiKeys,
  appLinks,
  avatars,
  billing,
  bulk,
  conversions,
  costs,
  destinationPreview,
  document,
  domains,
  imports,
  labels,
  linkPictures,
  links,
  live,
  mailedReports,
  notices,
  operators,
  profile,
  programConversions,
  publicReports,
  qr,
  query,
  saved,
  settings,
  sharedReports,
  signIn,
  splitTests,
  sql,
  support,
  tracking,
  utmTemplates,
  webhooks,
] as const;

type Exports<Resource> = Resource extends unknown ? Resource[keyof Resource] : never;
type AnyRoute = Extract<Exports<(typeof resources)[number]>, Route>;

/** The routes of the contract by their names, the older ones included. */
export type Routes = { readonly [R in AnyRoute as R['name'] | OlderName<R>]: R };
type OlderName<R extends Route> = R extends { readonly alsoAt: infer N extends RouteName }
  ? N
  : never;

/** What the resources export, by its names: routes, schemas, limits. */
export const exported = resources.flatMap((resource) => Object.entries<unknown>(resource));

/** All routes of the contract. */
export const routes: readonly Route[] = exported.map(([, value]) => value).filter(isRoute);

/** The names under which a route answers: its own, and the older one. */
export function namesOf({ name, alsoAt }: Route): readonly RouteName[] {
  return alsoAt ? [name, alsoAt] : [name];
}

export function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
