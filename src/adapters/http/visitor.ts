import type { Visitor } from '#core/redirect/visit-link';

const maxUserAgentLength = 512;
const maxReferrerLength = 2048;
const maxQueryLength = 2048;

/**
 * What a visit's request says of the visitor; `query` is without its question mark. The visitor's
 * cookie is left to whoever has set it.
 */
export function readVisitor(request: Request, address: string, query: string): Visitor {
  const { headers, method } = request;
  return {
    isHead: method === 'HEAD',
    isPrefetch: isPrefetch(headers),
    isAnonymous: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
    userAgent: cut(headers.get('user-agent'), maxUserAgentLength),
    referrer: cut(headers.get('referer'), maxReferrerLength),
    address,
    query: cut(query, maxQueryLength),
    visitorCookie: '',
  };
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
