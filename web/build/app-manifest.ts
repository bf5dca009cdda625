import { paths } from '#web/paths.ts';

const icon = (size: number) => ({
  src: `/assets/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  // The mark keeps to the middle, so that any shape of icon shows all of it.
  purpose: 'any maskable',
});

/**
 * The web app manifest: browsers can install the app, and other apps share addresses with it. The
 * form of a new link reads the parameters: features/links/form/duplicate.ts.
 */
export const appManifest = {
  id: paths.dashboard,
  name: 'Waypost',
  short_name: 'Waypost',
  description: 'Short links, who clicks them, and what each click earns.',
  start_url: paths.dashboard,
  scope: '/',
  display: 'standalone',
  background_color: '#0b0d10',
  theme_color: '#0b0d10',
  icons: [icon(192), icon(512)],
  share_target: {
    action: paths.dashboard,
    method: 'GET',
    params: { title: 'share-title', text: 'share-text', url: 'share-url' },
  },
  shortcuts: [{ name: 'New link', url: `${paths.dashboard}?new=link` }],
} as const;
