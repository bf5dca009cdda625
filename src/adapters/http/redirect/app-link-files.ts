import { appLinkPaths } from '#contract/app-links';
import { appleFile, googleFile } from '#core/domains/app-links';
import type { ServedDomain } from '#core/domains/served-domains';

/** Apple and Google keep copies of their own for hours or days; other programs get changes in minutes. */
const headers = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
};

/** The file in which Apple or Google reads the domain's apps; null for other paths, and without an app. */
export function appLinkFile({ appLinks }: ServedDomain, path: string): Response | null {
  const file = fileAt(appLinks, path);
  return file && new Response(JSON.stringify(file), { headers });
}

function fileAt(appLinks: ServedDomain['appLinks'], path: string): object | null {
  if (path === appLinkPaths.ios) return appleFile(appLinks);
  return path === appLinkPaths.android ? googleFile(appLinks) : null;
}
