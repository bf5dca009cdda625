import type { Visitor } from '#core/redirect/visit-link';
import { visitorInCookies } from './visitor-cookie.ts';

const maxUserAgentLength = 512;
const maxReferrerLength = 2048;
const maxQueryLength = 2048;

/**
 * What a visit's GET request says of the visitor; `query` is without its question mark. The method
 * is for the caller to look at, who has done so already.
 */
export function readVisitor(request: Request, address: string, query: string): Visitor {
  const { headers } = request;
  return {
    isHead: false,
    isPrefetch: isPrefetch(headers),
    isAnonymous: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
    userAgent: cut(headers.get('user-agent'), maxUserAgentLength),
    referrer: cut(headers.get('referer'), maxReferrerLength),
    address,
    query: cut(query, maxQueryLength),
    visitorCookie: '',
  };
}

/** The same with the cookie that an earlier visit has set. */
export function readKnownVisitor(request: Request, address: string, query: string): Visitor {
  const visitorCookie = visitorInCookies(request.headers.get('cookie'));
  return { ...readVisitor(request, address, query), visitorCookie };
}

/** `Sec-Purpose` is the standard; `Purpose` and `X-Moz` are what browsers sent before it. */
function isPrefetch(headers: Headers): boolean {
  if (headers.get('sec-purpose')?.includes('prefetch') === true) return true;
  const purpose = headers.get('purpose') ?? headers.get('x-moz');
  return purpose === 'prefetch' || purpose === 'preview';
}

function cut(text: string | null, length: number): string {
  if (text === null) return '';
  return text.length > length ? text.slice(0, length) : text;
}
