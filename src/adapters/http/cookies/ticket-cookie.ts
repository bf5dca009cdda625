import { ticketLifeMs } from '#core/accounts/sign-in/social-ticket';
import { secondMs } from '#core/shared/time';
import { type OwnCookie, ownCookie } from './own-cookie.ts';

/** The cookie that binds a login at a provider to the browser that began it. */
export type TicketCookie = OwnCookie;

/** Lax like all cookies here, not strict: the browser comes back from another site. */
export function ticketCookie(appUrl: string): TicketCookie {
  return ownCookie(appUrl, {
    name: 'waypost_login',
    form: /^[\w-]{1,2000}$/,
    maxAgeSeconds: ticketLifeMs / secondMs,
  });
}
