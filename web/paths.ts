import { memberScreens, screenPaths, sectionScreens, settingsScreen } from './screens.ts';

/** Every address of the app. Nothing else spells one out. */
export const paths = {
  ...screenPaths,
  /** A page of the server's own. */
  privacy: '/privacy',
  /** There while one develops. */
  design: '/design',
  exportedAccount: '/api/profile/export',
  exportedLinks: '/api/export/links',
  events: '/api/events',
  /** Analytics narrowed to one link. */
  analyticsOf: (linkId: string) => `/analytics?link=${encodeURIComponent(linkId)}`,
  /** Conversions of a range, of one link or of all. */
  conversionsIn: (timeRange: string, linkId?: string) =>
    `/conversions?range=${timeRange}${linkId ? `&link=${encodeURIComponent(linkId)}` : ''}`,
  /** How to track one link's conversions. */
  trackingOf: (linkId: string) => `/tracking?link=${encodeURIComponent(linkId)}`,
  /** Out to a provider, and back to a screen. */
  signInWith: (provider: string, next: string) =>
    `/api/auth/${provider}?next=${encodeURIComponent(next)}`,
  /** Signing in, and then on to a screen. */
  loginTo: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  flag: (countryCode: string) => `/assets/flags/${countryCode}.svg`,
} as const;

/** The screens that can be about one link. */
const linkPaths: readonly string[] = [paths.analytics, paths.conversions, paths.tracking];

/**
 * A screen with what goes along to it: the time range of the address before, and its link (or
 * `linkId`) where the screen can be about one.
 */
export function pathAlong(
  path: string,
  before: URLSearchParams,
  linkId = before.get('link'),
): string {
  const along = new URLSearchParams();
  const range = before.get('range');
  if (range !== null) along.set('range', range);
  if (linkId !== null && linkPaths.includes(path)) along.set('link', linkId);
  return along.size === 0 ? path : `${path}?${along}`;
}

/** The screens that visitors are asked to sign in for. */
export const privatePaths: readonly string[] = Object.values({
  ...memberScreens,
  ...settingsScreen,
  ...sectionScreens,
});

/** Where to go after signing in: a screen of ours that was asked for, else the dashboard. */
export function pathAfterLogin(next: string | null): string {
  const url = next === null ? null : URL.parse(next, window.location.origin);
  const isOurs = url?.origin === window.location.origin && privatePaths.includes(url.pathname);
  return isOurs ? url.pathname + url.search : paths.dashboard;
}
