import { secondMs } from '#core/shared/time';
import { longestSessionMs } from '#core/accounts/sign-in/session';
import { type OwnCookie, ownCookie } from './own-cookie.ts';

/** The session cookie of one application address; its value is the session's token. */
export type SessionCookie = OwnCookie;

/** The server decides when a session ends; the cookie only lives slightly longer. */
export function sessionCookie(appUrl: string): SessionCookie {
  return ownCookie(appUrl, {
    name: 'waypost_session',
    form: /^[\w-]{43}$/,
    maxAgeSeconds: longestSessionMs / secondMs,
  });
}
