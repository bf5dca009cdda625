import { transportHeaders } from '#adapters/http/frame/security-headers';
import { visitorCookie } from '#adapters/http/cookies/visitor-cookie';

/** Sends a visitor on to `destination`; `cookie`: the visitor's id to set, empty for none. */
export type RedirectAnswer = (destination: string, cookie: string) => Response;

/** Answers that send visitors on; `shortUrl` is where links are reached. */
export function redirectAnswers(shortUrl: string): RedirectAnswer {
  const isSecure = shortUrl.startsWith('https:');
  const headers = { ...redirectHeaders(''), ...transportHeaders(shortUrl) };
  // A copy with another location costs less than a new answer, and every redirect pays for it.
  const original = new Response(null, { status: 302, headers });

  return (destination, cookie) => {
    const answer = original.clone();
    answer.headers.set('location', destination);
    if (cookie !== '') answer.headers.set('set-cookie', visitorCookie(cookie, isSecure));
    return answer;
  };
}

/**
 * The headers of every redirect, whatever it is reached by. Nothing may keep it, since the next one
 * may differ. The policy is the browsers' own default said aloud: the destination learns the site
 * that the visitor came from, which attribution needs, and never the page.
 */
export function redirectHeaders(destination: string): Record<string, string> {
  return {
    location: destination,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
