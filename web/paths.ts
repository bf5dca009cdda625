import { memberScreens, screenPaths, sectionScreens, settingsScreen } from './screens.ts';

/** Every path of the app. No other file spells one out. */
export const paths = {
  ...screenPaths,
  /** Rendered by the server, not by the app. */
  privacy: '/privacy',
  /** In development only. */
  design: '/design',
  exportedAccount: '/api/profile/export',
  exportedLinks: '/api/export/links',
  importedFile: '/api/imports',
  /** The rows of an import that do not become links, as a file. */
  importProblems: (importId: string) => `/api/imports/${encodeURIComponent(importId)}/problems`,
  exportedReport: '/api/analytics/export',
  /** The logo of the account's QR codes. */
  qrLogo: '/api/qr/logo',
  /** The picture that previews of a link show. */
  previewPictureOf: (linkId: string) => `/api/links/${encodeURIComponent(linkId)}/preview-picture`,
  events: '/api/events',
  /** Analytics of one link. */
  analyticsOf: (linkId: string) => `/analytics?link=${encodeURIComponent(linkId)}`,
  /** One import of links. */
  importOf: (importId: string) => `/links/import?id=${encodeURIComponent(importId)}`,
  /** The links with a broken destination. */
  brokenLinks: '/links?status=broken',
  /** A link's own page. */
  linkOf: (linkId: string) => `/links/${encodeURIComponent(linkId)}`,
  /** The editor of one link. */
  editorOf: (linkId: string) => `/links/${encodeURIComponent(linkId)}/edit`,
  /** Sheets of these links' QR codes. */
  qrSheetOf: (linkIds: readonly string[]) => `/links/qr?ids=${linkIds.join(',')}`,
  /** Conversions in a time range, of one link or of all. */
  conversionsIn: (timeRange: string, linkId?: string) =>
    `/conversions?range=${timeRange}${linkId ? `&link=${encodeURIComponent(linkId)}` : ''}`,
  /** The form of a new link, with conversion tracking on. */
  newTrackingLink: '/dashboard?new=tracking',
  /** The tracking setup of one link. */
  trackingOf: (linkId: string) => `/tracking?link=${encodeURIComponent(linkId)}`,
  /** Redirects to a sign-in provider, and after that to `next`. */
  signInWith: (provider: string, next: string) =>
    `/api/auth/${provider}?next=${encodeURIComponent(next)}`,
  /** The login, and after that `next`. */
  loginTo: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  flag: (countryCode: string) => `/assets/flags/${countryCode}.svg`,
} as const;

/** The screens that require signing in. */
export const privatePaths: readonly string[] = Object.values({
  ...memberScreens,
  ...settingsScreen,
  ...sectionScreens,
});

function isPrivate(pathname: string): boolean {
  return privatePaths.includes(pathname) || /^\/links\/[^/]+(?:\/edit)?$/.test(pathname);
}

/**
 * The path to open after signing in: `next` if it is a screen that asks people to sign in, else the
 * dashboard.
 */
export function pathAfterLogin(next: string | null): string {
  const url = next === null ? null : URL.parse(next, window.location.origin);
  const isOurs = url?.origin === window.location.origin;
  return isOurs && (isPrivate(url.pathname) || url.pathname === paths.subscribe)
    ? url.pathname + url.search
    : paths.dashboard;
}
