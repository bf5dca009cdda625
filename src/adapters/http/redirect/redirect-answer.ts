import { transportHeaders } from '#adapters/http/frame/security-headers';
import { visitorCookie } from '#adapters/http/cookies/visitor-cookie';

/** Redirects a visitor to `destination`; `cookie` is the visitor id to set, empty for none. */
export type RedirectAnswer = (destination: string, cookie: string) => Response;

/** Redirect responses; `shortUrl` is the address of short links. */
export function redirectAnswers(shortUrl: string): RedirectAnswer {
  const isSecure = shortUrl.startsWith('https:');
  const headers = { ...redirectHeaders(''), ...transportHeaders(shortUrl) };
  // A copy with another location costs less than a new response, and this code runs for every
  // redirect.
  const original = new Response(null, { status: 302, headers });

  return (destination, cookie) => {
    const answer = original.clone();
    answer.headers.set('location', destination);
    if (cookie !== '') answer.headers.set('set-cookie', visitorCookie(cookie, isSecure));
    return answer;
  };
}

/**
 * The headers of every redirect. Nothing may cache it, because the next one may differ. The policy
 * states the browsers' own default: the destination gets the origin of the visitor's page, which
 * attribution needs, and never its path.
 */
export function redirectHeaders(destination: string): Record<string, string> {
  return {
    location: destination,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
