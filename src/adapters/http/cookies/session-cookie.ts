import { secondMs } from '#core/shared/time';
import { longestSessionMs } from '#core/accounts/sign-in/session';

/** The session cookie of one application address. */
export type SessionCookie = {
  /** The token that a request brings; null when it brings none that we could have made. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives the token to the browser. */
  give(token: string): string;
  /** The Set-Cookie value that takes it away. */
  readonly takeAway: string;
};

/**
 * Secure, and `__Host-` in its name, exactly when the application's address is https, whatever a
 * single request says. The server decides when a session ends; the cookie just outlives it.
 */
export function sessionCookie(appUrl: string): SessionCookie {
  const isSecure = appUrl.startsWith('https:');
  const name = isSecure ? '__Host-waypost_session' : 'waypost_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;) *${name}=([A-Za-z0-9_-]{43})(?= *(?:;|$))`);

  return {
    read: (request) => pattern.exec(request.headers.get('cookie') ?? '')?.[1] ?? null,
    give: (token) => `${name}=${token}; Max-Age=${longestSessionMs / secondMs}; ${attributes}`,
    takeAway: `${name}=; Max-Age=0; ${attributes}`,
  };
}
