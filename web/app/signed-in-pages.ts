/**
 * The shared code of the signed-in screens, and the imports of their files. The bundler puts code
 * that only these screens share into this file, so that a screen loads few files.
 */
export { Component as Shell } from './shell/app-shell.tsx';
export { Component as Dashboard } from '#web/features/dashboard/dashboard.tsx';

export const analytics = () => import('#web/features/analytics/analytics-page.tsx');
export const links = () => import('#web/features/links/links-page.tsx');
export const importLinks = () => import('#web/features/imports/import-page.tsx');
export const link = () => import('#web/features/link-page/link-page.tsx');
export const linkEditor = () => import('#web/features/link-editor/link-editor-page.tsx');
export const qrSheet = () => import('#web/features/qr/sheet/qr-sheet-page.tsx');
export const conversions = () => import('#web/features/conversions/conversions-page.tsx');
export const tracking = () => import('#web/features/tracking/tracking-page.tsx');
export const sql = () => import('#web/features/sql/sql-page.tsx');
export const operator = () => import('#web/features/operator/operator-page.tsx');
export const settings = () => import('#web/features/account/settings-page.tsx');
export const support = () => import('#web/features/support/support-page.tsx');
