import { paths } from '#web/paths.ts';

/**
 * Whether a place of the navigation is the current one: the path begins with its own. The dashboard
 * has two paths.
 */
export function isHere(path: string, pathname: string): boolean {
  if (path === paths.home) return pathname === paths.home || pathname === paths.dashboard;
  return pathname === path || pathname.startsWith(`${path}/`);
}
