/**
 * Who sees a screen, and where:
 * - `members`: signed-in people, in the shell. Others are asked to sign in first.
 * - `operators`: the people who run this instance, in the shell. Others get the 404 page.
 * - `all`: signed-in people in the shell; others get the page `outside`.
 * - `newcomers`: signed-out people. Signed-in people are redirected to the dashboard.
 * - `visitors`: signed-out people. Signed-in people get the 404 page.
 * - `anyone`: the same page for everyone, without the shell. Links in emails work whether or not
 *   somebody is signed in.
 */
type Audience = 'members' | 'operators' | 'all' | 'newcomers' | 'visitors' | 'anyone';

export type Screen = {
  /** The part after a colon stands for any value. */
  readonly path: `/${string}`;
  /** The heading, and the title in the browser's tab. */
  readonly title: string;
  /** The name in the navigation and the palette, where it is not the title. */
  readonly name?: string;
  readonly for: Audience;
  /** The file under `web/` that exports the page as `Component`. */
  readonly page: `${string}.tsx`;
  readonly outside?: `${string}.tsx`;
};

/** The page of a section of the settings. */
const page = <const Name extends string>(name: Name) => `features/settings/${name}.tsx` as const;

/** The sections of the settings, in the order of their navigation. */
export const sectionScreens = {
  profile: { path: '/settings/profile', title: 'Profile', for: 'members', page: page('profile') },
  security: {
    path: '/settings/security',
    title: 'Security',
    for: 'members',
    page: page('security'),
  },
  linkDefaults: {
    path: '/settings/links',
    title: 'Link defaults',
    for: 'members',
    page: page('link-defaults'),
  },
  domains: { path: '/settings/domains', title: 'Domains', for: 'members', page: page('domains') },
  notifications: {
    path: '/settings/notifications',
    title: 'Notifications',
    for: 'members',
    page: page('notifications'),
  },
  alerts: { path: '/settings/alerts', title: 'Alerts', for: 'members', page: page('alerts') },
  reports: {
    path: '/settings/reports',
    title: 'Email reports',
    for: 'members',
    page: page('reports'),
  },
  billing: { path: '/settings/billing', title: 'Billing', for: 'members', page: page('billing') },
  apiKeys: { path: '/settings/api', title: 'API', for: 'members', page: page('api') },
  webhooks: {
    path: '/settings/webhooks',
    title: 'Webhooks',
    for: 'members',
    page: page('webhooks'),
  },
} as const satisfies Readonly<Record<string, Screen>>;

/** The parts of a link's page beside its overview, in the order of their tabs. */
export const linkPartScreens = {
  linkSources: {
    path: '/links/:id/sources',
    title: 'Sources',
    for: 'members',
    page: 'features/link-page/sources.tsx',
  },
  linkClicks: {
    path: '/links/:id/clicks',
    title: 'Clicks',
    for: 'members',
    page: 'features/link-page/clicks.tsx',
  },
  linkConversions: {
    path: '/links/:id/conversions',
    title: 'Conversions',
    for: 'members',
    page: 'features/link-page/conversions.tsx',
  },
  linkSettings: {
    path: '/links/:id/settings',
    title: 'Settings',
    for: 'members',
    page: 'features/link-page/settings.tsx',
  },
} as const satisfies Readonly<Record<string, Screen>>;

/**
 * Every screen, by its name. The routes, the paths of links, the titles, the files of the pages and
 * what the server preloads derive from this table.
 */
export const screens = {
  home: {
    path: '/',
    title: 'Dashboard',
    for: 'all',
    page: 'features/dashboard/dashboard.tsx',
    outside: 'app/home.tsx',
  },
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
    for: 'members',
    page: 'features/dashboard/dashboard.tsx',
  },
  links: {
    path: '/links',
    title: 'My Links',
    for: 'members',
    page: 'features/links/links-page.tsx',
  },
  importLinks: {
    path: '/links/import',
    title: 'Import Links',
    for: 'members',
    page: 'features/imports/import-page.tsx',
  },
  /** A link's overview; `:id` is the link's id. Its title is the link's name, once it is known. */
  link: {
    path: '/links/:id',
    title: 'Link',
    for: 'members',
    page: 'features/link-page/link-page.tsx',
  },
  ...linkPartScreens,
  linkEditor: {
    path: '/links/:id/edit',
    title: 'Edit Link',
    for: 'members',
    page: 'features/link-editor/link-editor-page.tsx',
  },
  /** QR codes of several links on sheets for printing, by the parameter `ids`. */
  qrSheet: {
    path: '/links/qr',
    title: 'QR codes',
    for: 'members',
    page: 'features/qr-sheet/qr-sheet-page.tsx',
  },
  splitTests: {
    path: '/split-tests',
    title: 'Split Tests',
    for: 'members',
    page: 'features/split-tests/split-tests-page.tsx',
  },
  analytics: {
    path: '/analytics',
    title: 'Analytics',
    for: 'members',
    page: 'features/analytics/analytics-page.tsx',
  },
  /** What everybody with its address can see. */
  sharedReports: {
    path: '/analytics/shared',
    title: 'Shared reports',
    for: 'members',
    page: 'features/analytics/share/shared-reports-page.tsx',
  },
  conversions: {
    path: '/conversions',
    title: 'Conversions',
    for: 'members',
    page: 'features/conversions/conversions-page.tsx',
  },
  tracking: {
    path: '/tracking',
    title: 'Tracking Setup',
    for: 'members',
    page: 'features/tracking/tracking-page.tsx',
  },
  sql: { path: '/sql', title: 'SQL', for: 'members', page: 'features/sql/sql-page.tsx' },
  operator: {
    path: '/admin',
    title: 'Operation',
    for: 'operators',
    page: 'features/operator/operator-page.tsx',
  },
  /** Redirects to the first section of the settings. */
  settings: {
    path: '/settings',
    title: 'Settings',
    for: 'members',
    page: 'features/settings/settings-page.tsx',
  },
  ...sectionScreens,
  support: {
    path: '/support',
    title: 'Contact Support',
    name: 'Support',
    for: 'all',
    page: 'features/support/support-page.tsx',
    outside: 'features/support/signed-out-support.tsx',
  },
  login: {
    path: '/login',
    title: 'Sign In',
    for: 'newcomers',
    page: 'features/sign-in/login.tsx',
  },
  register: {
    path: '/register',
    title: 'Sign Up',
    for: 'newcomers',
    page: 'features/sign-in/register.tsx',
  },
  payment: {
    path: '/payment',
    title: 'Lifetime Access',
    for: 'visitors',
    page: 'features/checkout/payment.tsx',
  },
  subscribe: {
    path: '/subscribe',
    title: 'Subscribe',
    for: 'anyone',
    page: 'features/checkout/subscribe.tsx',
  },
  report: {
    path: '/report',
    title: 'Report a link',
    for: 'anyone',
    page: 'features/support/report.tsx',
  },
  forgotPassword: {
    path: '/forgot-password',
    title: 'Forgot Password',
    for: 'anyone',
    page: 'features/sign-in/forgot-password.tsx',
  },
  resetPassword: {
    path: '/reset-password',
    title: 'Reset Password',
    for: 'anyone',
    page: 'features/sign-in/reset-password.tsx',
  },
  verify: {
    path: '/verify',
    title: 'Confirm Email',
    for: 'anyone',
    page: 'features/sign-in/verify.tsx',
  },
  /** Confirms an address that gets mailed reports, or ends them. */
  mailedReport: {
    path: '/verify/report',
    title: 'Email reports',
    for: 'anyone',
    page: 'features/mailed-reports/mailed-report-page.tsx',
  },
  /** One link's numbers, by the token of its public page. Its title is the link's name. */
  publicPage: {
    path: '/public/:token',
    title: 'Link',
    for: 'anyone',
    page: 'features/public-page/public-page.tsx',
  },
} as const satisfies Readonly<Record<string, Screen>>;

export type ScreenName = keyof typeof screens;

export function isScreen(name: string): name is ScreenName {
  return Object.hasOwn(screens, name);
}

/** A screen's name in the navigation and the palette. */
export function nameOf(name: ScreenName): string {
  const { name: own, title }: Screen = screens[name];
  return own ?? title;
}

/** The screens for these people, with their names, in the order of the table. */
export function screensFor(...audiences: readonly Audience[]): [name: string, screen: Screen][] {
  return Object.entries<Screen>(screens).filter(([, { for: audience }]) =>
    audiences.includes(audience),
  );
}
