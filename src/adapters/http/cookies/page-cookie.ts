import { unlockedMs } from '#core/analytics/public-pages';
import { secondMs } from '#core/shared/time';

/**
 * The proof that a visitor knows a public page's password. The browser sends it only to that page.
 */
export type PageCookie = {
  /** The proof in a request; null when there is none. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives the proof to the browser. */
  give(token: string, proof: string): string;
};

const name = 'waypost_page';

/** HttpOnly and strict; Secure exactly when the application's configured address is https. */
export function pageCookie(appUrl: string): PageCookie {
  const attributes = `HttpOnly; SameSite=Strict${appUrl.startsWith('https:') ? '; Secure' : ''}`;
  const maxAge = unlockedMs / secondMs;
  return {
    read: (request) => new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name),
    give: (token, proof) =>
      `${name}=${proof}; Max-Age=${maxAge}; Path=/api/public/${token}; ${attributes}`,
  };
}
