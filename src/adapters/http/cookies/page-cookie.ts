import { unlockedMs } from '#core/shared-reports/public-reports';
import { secondMs } from '#core/shared/time';

/**
 * The proof that a visitor knows a shared report's password. The browser sends it only to that
 * report, and only to the host where it was given.
 */
export type PageCookie = {
  /** The proof in a request; null when there is none. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives the proof to the browser. */
  give(proof: string, report: { readonly token: string; readonly isFramed: boolean }): string;
};

const name = 'waypost_page';

/**
 * HttpOnly; Secure exactly when `origin`, the configured address of the page's host, is https.
 * Strict, but for a report that other sites may show in a frame: there the browser keeps it for each
 * of these sites apart.
 */
export function pageCookie(origin: string): PageCookie {
  const isSecure = origin.startsWith('https:');
  const own = `SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const framed = isSecure ? 'SameSite=None; Secure; Partitioned' : own;
  const maxAge = unlockedMs / secondMs;
  return {
    read: (request) => new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name),
    give: (proof, { token, isFramed }) =>
      `${name}=${proof}; Max-Age=${maxAge}; Path=/api/public/${token}; HttpOnly; ${isFramed ? framed : own}`,
  };
}
