import { type ScreenName, screenPaths } from '#web/screens.ts';

const shell = ['app/signed-in-pages.ts'];
const settings = signedIn('features/account/settings-page.tsx');

/**
 * The source files of each screen. `home` is the dashboard; `support` is its signed-out version.
 */
const sources: Readonly<Record<ScreenName, readonly string[]>> = {
  home: shell,
  dashboard: shell,
  links: shell,
  importLinks: signedIn('features/imports/import-page.tsx'),
  analytics: signedIn('features/analytics/analytics-page.tsx'),
  link: signedIn('features/link-page/link-page.tsx'),
  linkEditor: signedIn('features/link-editor/link-editor-page.tsx'),
  qrSheet: signedIn('features/qr/sheet/qr-sheet-page.tsx'),
  conversions: signedIn('features/conversions/conversions-page.tsx'),
  tracking: signedIn('features/tracking/tracking-page.tsx'),
  sql: signedIn('features/sql/sql-page.tsx'),
  operator: signedIn('features/operator/operator-page.tsx'),
  settings,
  profile: settings,
  security: settings,
  linkDefaults: settings,
  domains: settings,
  notifications: settings,
  billing: settings,
  apiKeys: settings,
  support: signedOut('features/support/signed-out-support.tsx'),
  login: signedOut('features/sign-in/login.tsx'),
  register: signedOut('features/sign-in/register.tsx'),
  payment: signedOut('features/billing/checkout/payment.tsx'),
  subscribe: ['features/billing/checkout/subscribe.tsx'],
  report: ['features/support/report.tsx'],
  forgotPassword: ['features/sign-in/forgot-password.tsx'],
  resetPassword: ['features/sign-in/reset-password.tsx'],
  verify: ['features/sign-in/verify.tsx'],
  publicPage: ['features/public-page/public-page.tsx'],
};

/**
 * Returns the scripts of each screen by its path, so that the server can preload them. `scriptsOf`
 * returns the scripts of source files.
 */
export function preloads(
  scriptsOf: (sources: readonly string[]) => string[],
): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const name in screenPaths)
    if (isScreen(name)) lists[screenPaths[name]] = scriptsOf(sources[name]);
  return lists;
}

function isScreen(name: string): name is ScreenName {
  return Object.hasOwn(screenPaths, name);
}

function signedIn(page: string): readonly string[] {
  return ['app/signed-in-pages.ts', page];
}

function signedOut(page: string): readonly string[] {
  return ['app/signed-out-pages.ts', page];
}
