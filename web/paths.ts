import { matchPath } from 'react-router';
import { type linkPartScreens, type ScreenName, screens, screensFor } from './screens.ts';

type ScreenPaths = { readonly [Name in ScreenName]: (typeof screens)[Name]['path'] };

const withId = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** What the form of a new link has switched on: nothing more, conversion tracking or a split test. */
export type NewLinkKind = 'link' | 'tracking' | 'test';

/** Every path of the app. No other file spells one out. */
export const paths = {
  ...screenPaths(),
  /** Rendered by the server, not by the app. */
  privacy: '/privacy',
  apiReference: '/docs/api',
  webhooksGuide: '/docs/guides/webhooks',
  /** In development only. */
  design: '/design',
  exportedAccount: '/api/v1/account/export',
  exportedLinks: '/api/export/links',
  importedFile: '/api/v1/imports',
  costsFile: '/api/v1/costs/csv',
  /** The rows of an import that do not become links, as a file. */
  importProblems: (importId: string) => `/api/v1/imports/${encodeURIComponent(importId)}/problems`,
  events: '/api/v1/stream',
  /** Analytics of one link. */
  analyticsOf: (linkId: string) => `${screens.analytics.path}?link=${encodeURIComponent(linkId)}`,
  /** The report that a shared one shows, to choose its period and filters again. */
  changeShared: (id: string, query: string) =>
    `${screens.analytics.path}?${withoutZone(query)}&shared=${encodeURIComponent(id)}`,
  /** One import of links. */
  importOf: (importId: string) => `${screens.importLinks.path}?id=${encodeURIComponent(importId)}`,
  /** The custom domains, with the details of one. */
  domainOf: (host: string) => `${screens.domains.path}?domain=${encodeURIComponent(host)}`,
  /** The links with a broken destination. */
  brokenLinks: `${screens.links.path}?status=broken`,
  /** A link's own page. */
  linkOf: (linkId: string) => withId(screens.link.path, linkId),
  /** One part of a link's page. */
  linkPartOf: (part: 'link' | keyof typeof linkPartScreens, linkId: string) =>
    withId(screens[part].path, linkId),
  /** The editor of one link. */
  editorOf: (linkId: string) => withId(screens.linkEditor.path, linkId),
  /** A shared report as its visitors see it, for its owner. */
  previewOf: (token: string) =>
    `${screens.publicPage.path.replace(':token', encodeURIComponent(token))}?preview=true`,
  /** Sheets of these links' QR codes. */
  qrSheetOf: (linkIds: readonly string[]) => `${screens.qrSheet.path}?ids=${linkIds.join(',')}`,
  /** Conversions in a time range, of one link or of all. */
  conversionsIn: (timeRange: string, linkId?: string) =>
    `${screens.conversions.path}?range=${timeRange}${linkId ? `&link=${encodeURIComponent(linkId)}` : ''}`,
  /** The form of a new link, with conversion tracking on. */
  newTrackingLink: `${screens.dashboard.path}?new=tracking`,
  /** The tracking setup of one link. */
  trackingOf: (linkId: string) => `${screens.tracking.path}?link=${encodeURIComponent(linkId)}`,
  /** Redirects to a sign-in provider, and after that to `next`. */
  signInWith: (provider: string, next: string) =>
    `/api/auth/${provider}?next=${encodeURIComponent(next)}`,
  /** The login, and after that `next`. */
  loginTo: (next: string) => `${screens.login.path}?next=${encodeURIComponent(next)}`,
  flag: (countryCode: string) => `/assets/flags/${countryCode}.svg`,
} as const;

function screenPaths(): ScreenPaths {
  const entries = Object.entries(screens).map(([name, { path }]) => [name, path]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript forgets the names of entries.
  return Object.fromEntries(entries) as ScreenPaths;
}

/** The parameters of a report for the analytics page, whose days are those of the browser's zone. */
function withoutZone(query: string): string {
  const searchParams = new URLSearchParams(query);
  searchParams.delete('tz');
  return searchParams.toString();
}

export function hasNewLinkForm(pathname: string): boolean {
  return [paths.home, paths.dashboard, paths.links].some((path) => path === pathname);
}

/** The screens that require signing in. */
export const privatePaths: readonly string[] = screensFor('members').map(([, { path }]) => path);

/**
 * The path to open after signing in: `next` if it is a screen that asks people to sign in, else the
 * dashboard.
 */
export function pathAfterLogin(next: string | null): string {
  const url = next === null ? null : URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin) return paths.dashboard;
  const opens = [...privatePaths, paths.subscribe];
  return opens.some((path) => matchPath(path, url.pathname))
    ? url.pathname + url.search
    : paths.dashboard;
}
