import { recentMap } from '#core/shared/recent-map';
import { pageFont } from './page-style.ts';
import type { Target } from './target.ts';

/** The role of a host: the application's, the host of short links, or unknown. */
export type HostRole = 'app' | 'short' | 'foreign';

/** The host names of an instance. */
export type Hosts = {
  /**
   * `host` as in a URL, with or without a port; a host with both roles counts as the application's.
   */
  roleOf(host: string): HostRole;
  /** Whether the short host serves a path of the application: paths without a session. */
  sharesWithShort(path: string): boolean;
};

const rememberedHosts = 1000;

/** `appUrls`: every origin of the application. `shortUrl`: the address of short links. */
export function readHosts(appUrls: readonly string[], shortUrl: string): Hosts {
  const apps = appUrls.map((url) => new URL(url));
  const short = new URL(shortUrl);
  const appNames = new Set(apps.map((app) => bareName(app.hostname)));
  const shortName = bareName(short.hostname);
  const isOneName = appNames.has(shortName);
  const isOneHost = apps.some((app) => app.host === short.host);

  const read = (host: string): HostRole => {
    const name = bareName(host);
    // A proxy may omit or change the port, so the port decides only when both share a name.
    const isShortPort = !isOneName || portOf(host, short) === portOf(short.host, short);
    if (name === shortName && !isOneHost && isShortPort) return 'short';
    return appNames.has(name) ? 'app' : 'foreign';
  };
  const roles = recentMap<string, HostRole>(rememberedHosts);
  /**
   * A cache of the last host, because nearly all requests have the host of the previous request.
   */
  let last: { readonly host: string; readonly role: HostRole } | null = null;

  return {
    roleOf(host) {
      if (last?.host === host) return last.role;
      const role = roles.get(host) ?? read(host);
      roles.set(host, role);
      last = { host, role };
      return role;
    },
    sharesWithShort: (path) =>
      path.startsWith('/api/track/') ||
      path.startsWith('/api/postback') ||
      path.startsWith('/api/link-pictures/') ||
      path === '/wp.js' ||
      path === pageFont ||
      path.startsWith('/.well-known/'),
  };
}

/** Elysia searches the path from the eleventh character of a URL on. */
const shortestHost = 4;
const standIn = 'http://waypost.invalid';

/** The request with a URL that Elysia can parse; a copy when the host is shorter or absent. */
export function withLongHost(request: Request, { host, path, query }: Target): Request {
  if (host.length >= shortestHost) return request;
  return new Request(`${standIn}${path}${query === '' ? '' : `?${query}`}`, request);
}

/** Without the port, and without the final dot of a fully qualified name. */
export function bareName(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '');
}

function portOf(host: string, { protocol }: URL): string {
  return /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https:' ? '443' : '80');
}
