import { transportHeaders } from './security-headers.ts';
import { visitorCookie } from './visitor-cookie.ts';

/** How a visit is answered; `cookie`: the visitor's id to set, empty for none. */
export type RedirectAnswers = {
  response(destination: string, cookie: string): Response;
  /** The same as it goes over the wire, for a destination in ASCII and without blanks. */
  text(destination: string, cookie: string): string;
};

/** Answers that send visitors on; `shortUrl` is where links are reached. */
export function redirectAnswers(shortUrl: string): RedirectAnswers {
  const isSecure = shortUrl.startsWith('https:');
  const transport = transportHeaders(shortUrl);
  const headersTo = (destination: string) => ({ ...redirectHeaders(destination), ...transport });
  const lines = Object.entries(headersTo(''))
    .filter(([name]) => name !== 'location')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 302 Found\r\n${lines.join('')}content-length: 0\r\nlocation: `;
  const date = httpDate();

  return {
    response(destination, cookie) {
      const headers = new Headers(headersTo(destination));
      if (cookie !== '') headers.append('set-cookie', visitorCookie(cookie, isSecure));
      return new Response(null, { status: 302, headers });
    },
    text(destination, cookie) {
      const text = `${start}${destination}\r\ndate: ${date()}\r\n`;
      if (cookie === '') return `${text}\r\n`;
      return `${text}set-cookie: ${visitorCookie(cookie, isSecure)}\r\n\r\n`;
    },
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

/** The Date header's value, written anew each second. */
function httpDate(): () => string {
  let [second, text] = [0, ''];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, text] = [now, new Date(now * 1000).toUTCString()];
    return text;
  };
}
