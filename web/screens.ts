/** In the shell, for members. Visitors are asked to sign in first. */
export const memberScreens = {
  dashboard: '/dashboard',
  links: '/links',
  analytics: '/analytics',
  conversions: '/conversions',
  tracking: '/tracking',
} as const;

/** The settings lead to their first section. */
export const settingsScreen = { settings: '/settings' } as const;

/** The sections of the settings, for members, in the order of their navigation. */
export const sectionScreens = {
  profile: '/settings/profile',
  security: '/settings/security',
  linkDefaults: '/settings/links',
  notifications: '/settings/notifications',
  billing: '/settings/billing',
  apiKeys: '/settings/api',
} as const;

/** Of these, members have one in the shell and visitors have another. */
export const sharedScreens = { home: '/', support: '/support' } as const;

/** For visitors; members are led home. */
export const signInScreens = {
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
} as const;

/** For visitors alone. */
export const visitorScreens = { payment: '/payment' } as const;

/** The same for everybody, without the shell. Mailed links work wherever they are opened. */
export const openScreens = {
  subscribe: '/subscribe',
  report: '/report',
  resetPassword: '/reset-password',
  verify: '/verify',
} as const;

/** Every screen of the app, by its name. */
export const screenPaths = {
  ...memberScreens,
  ...settingsScreen,
  ...sectionScreens,
  ...sharedScreens,
  ...signInScreens,
  ...visitorScreens,
  ...openScreens,
} as const;

export type ScreenName = keyof typeof screenPaths;
