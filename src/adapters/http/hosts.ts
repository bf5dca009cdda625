import type { Target } from './target.ts';

/** The two hosts that an instance may be reached by. */
export type Hosts = {
  /** Whether a request came to a short host that is not the application's as well. */
  isShort(host: string): boolean;
  /** Whether the short host serves a path of the application: those that carry no session. */
  sharesWithShort(path: string): boolean;
  /** The request with an address that names a host, for routers that rely on one. */
  asApp(request: Request, target: Target): Request;
};

/** Elysia finds the path from the eleventh character on. */
const shortestHost = 4;

export function readHosts({ appUrl, shortUrl }: { appUrl: string; shortUrl: string }): Hosts {
  const [app, short] = [new URL(appUrl), new URL(shortUrl)];
  const isOneName = app.hostname === short.hostname;

  return {
    isShort(host) {
      if (app.host === short.host) return false;
      return isOneName ? host === short.host : withoutPort(host) === short.hostname;
    },
    sharesWithShort: (path) =>
      path.startsWith('/api/track/') ||
      path.startsWith('/api/postback') ||
      path === '/wp.js' ||
      path.startsWith('/.well-known/'),
    asApp(request, { host, path, query }) {
      if (host.length >= shortestHost) return request;
      const search = query === '' ? '' : `?${query}`;
      return new Request(`${appUrl}${path}${search}`, request);
    },
  };
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}
