import { type ScreenName, screenPaths } from '#web/screens.ts';

const shell = ['app/inside.ts'];
const settings = inShell('features/account/settings-page.tsx');

/**
 * The source files of each screen. `home` is the dashboard; `support` is its signed-out version.
 */
const sources: Readonly<Record<ScreenName, readonly string[]>> = {
  home: shell,
  dashboard: shell,
  links: shell,
  analytics: inShell('features/analytics/analytics-page.tsx'),
  link: inShell('features/link-page/link-page.tsx'),
  conversions: inShell('features/conversions/conversions-page.tsx'),
  tracking: inShell('features/tracking/tracking-page.tsx'),
  sql: inShell('features/sql/sql-page.tsx'),
  settings,
  profile: settings,
  security: settings,
  linkDefaults: settings,
  notifications: settings,
  billing: settings,
  apiKeys: settings,
  support: outside('features/support/support-outside.tsx'),
  login: outside('features/sign-in/login.tsx'),
  register: outside('features/sign-in/register.tsx'),
  forgotPassword: outside('features/sign-in/forgot-password.tsx'),
  payment: outside('features/billing/checkout/payment.tsx'),
  subscribe: ['features/billing/checkout/subscribe.tsx'],
  report: ['features/support/report.tsx'],
  resetPassword: ['features/sign-in/reset-password.tsx'],
  verify: ['features/sign-in/verify.tsx'],
  publicPage: inShell('features/public-page/public-page.tsx'),
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

function inShell(page: string): readonly string[] {
  return ['app/inside.ts', page];
}

function outside(page: string): readonly string[] {
  return ['app/outside.ts', page];
}
