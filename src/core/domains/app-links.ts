import type { AppLinks } from '#contract/app-links';

/**
 * What opens in the browser although its address is on the domain. The first pattern that fits
 * decides; `?` stands for one character, `*` for any number of them.
 */
const notInApp = [
  ['/', 'The domain itself'],
  ['/report', 'The page about reporting a link'],
  ['/report/', 'The same'],
  ['/robots.txt', 'For crawlers'],
  ['/*+', 'The preview of a link'],
  ['/?*/?*', 'No link has such an address'],
] as const;

/**
 * The content of `apple-app-site-association` ('Supporting associated domains', the form with
 * `appIDs` and `components`): all short links open in these apps. Null without an iOS app.
 */
export function appleFile({ ios }: AppLinks): object | null {
  if (ios.length === 0) return null;
  const excluded = notInApp.map(([path, comment]) => ({ '/': path, exclude: true, comment }));
  const links = { '/': '/?*', comment: 'Short links' };
  return { applinks: { details: [{ appIDs: ios, components: [...excluded, links] }] } };
}

/** Allows an app to open all addresses of the domain; the app's own intent filter chooses among them. */
const opensLinks = 'delegate_permission/common.handle_all_urls';

/**
 * The content of `assetlinks.json` ('Digital Asset Links', a statement for each app). Null without
 * an Android app.
 */
export function googleFile({ android }: AppLinks): object | null {
  if (android.length === 0) return null;
  return android.map(({ packageName, fingerprints }) => ({
    relation: [opensLinks],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints,
    },
  }));
}
