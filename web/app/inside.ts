/**
 * What the screens of signed-in people share, and the files of those screens. The bundler puts code
 * that several of them use beside this list when nothing else uses it, so that a screen is few files.
 */
export { Component as Shell } from './shell/app-shell.tsx';
export { Component as Dashboard } from '#web/features/dashboard/dashboard.tsx';
export { Component as Links } from '#web/features/links/links-page.tsx';

export const analytics = () => import('#web/features/analytics/analytics-page.tsx');
export const conversions = () => import('#web/features/conversions/conversions-page.tsx');
export const tracking = () => import('#web/features/tracking/tracking-page.tsx');
export const settings = () => import('#web/features/account/settings-page.tsx');
export const support = () => import('#web/features/support/support-page.tsx');
