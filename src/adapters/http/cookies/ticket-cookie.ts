import { ticketLifeMs } from '#core/accounts/sign-in/social-ticket';
import { secondMs } from '#core/shared/time';

/** The cookie that binds a login under way at a provider to the browser that began it. */
export type TicketCookie = {
  /** The ticket that a request brings; null when it brings none that we could have made. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives the ticket to the browser. */
  give(ticket: string): string;
  /** The Set-Cookie value that takes it away. */
  readonly takeAway: string;
};

/**
 * Lax, not strict: the browser comes back from another site. Secure and `__Host-` as the session's
 * cookie is.
 */
export function ticketCookie(appUrl: string): TicketCookie {
  const isSecure = appUrl.startsWith('https:');
  const name = isSecure ? '__Host-waypost_login' : 'waypost_login';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;) *${name}=([A-Za-z0-9_-]{1,2000})(?= *(?:;|$))`);

  return {
    read: (request) => pattern.exec(request.headers.get('cookie') ?? '')?.[1] ?? null,
    give: (ticket) => `${name}=${ticket}; Max-Age=${ticketLifeMs / secondMs}; ${attributes}`,
    takeAway: `${name}=; Max-Age=0; ${attributes}`,
  };
}
