/** Screens in the shell, for signed-in people. Others are asked to sign in first. */
export const memberScreens = {
  dashboard: '/dashboard',
  links: '/links',
  importLinks: '/links/import',
  analytics: '/analytics',
  conversions: '/conversions',
  tracking: '/tracking',
  /** A link's own page; `:id` is the link's id. */
  link: '/links/:id',
  linkEditor: '/links/:id/edit',
  /** QR codes of several links on sheets for printing, by the parameter `ids`. */
  qrSheet: '/links/qr',
  sql: '/sql',
} as const;

/** Redirects to the first section of the settings. */
export const settingsScreen = { settings: '/settings' } as const;

/** The sections of the settings, in the order of their navigation. */
export const sectionScreens = {
  profile: '/settings/profile',
  security: '/settings/security',
  linkDefaults: '/settings/links',
  domains: '/settings/domains',
  notifications: '/settings/notifications',
  billing: '/settings/billing',
  apiKeys: '/settings/api',
} as const;

/** The screen of the people who run this instance; for everybody else the 404 page. */
export const operatorScreens = { operator: '/admin' } as const;

/** Screens with a signed-in version in the shell and a signed-out version. */
export const sharedScreens = { home: '/', support: '/support' } as const;

/** Signed-out screens. Signed-in people are redirected to the dashboard. */
export const signInScreens = {
  login: '/login',
  register: '/register',
} as const;

/** A signed-out screen. Signed-in people get the 404 page. */
export const visitorScreens = { payment: '/payment' } as const;

/**
 * The same for everyone, without the shell. Links in emails work whether or not somebody is signed
 * in.
 */
export const openScreens = {
  subscribe: '/subscribe',
  report: '/report',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verify: '/verify',
  /** One link's numbers, by the token of its public page. */
  publicPage: '/public/:token',
} as const;

/** The path of every screen, by its name. */
export const screenPaths = {
  ...memberScreens,
  ...operatorScreens,
  ...settingsScreen,
  ...sectionScreens,
  ...sharedScreens,
  ...signInScreens,
  ...visitorScreens,
  ...openScreens,
} as const;

export type ScreenName = keyof typeof screenPaths;
