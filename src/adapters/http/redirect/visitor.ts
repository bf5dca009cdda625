import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visitor } from '#core/redirect/visit-link';
import { keptInCookies } from '#adapters/http/cookies/kept-variant';
import { visitorInCookies } from '#adapters/http/cookies/visitor-cookie';
import { readTarget } from './target.ts';

/** The headers that describe a visitor; null when the request has no header of that name. */
export type VisitHeaders = {
  get(
    name:
      | 'accept-language'
      | 'cookie'
      | 'dnt'
      | 'purpose'
      | 'referer'
      | 'sec-gpc'
      | 'sec-purpose'
      | 'user-agent'
      | 'x-moz',
  ): string | null;
};

const maxUserAgentLength = 512;
const maxReferrerLength = 2048;
const maxLanguagesLength = 512;

/**
 * The visitor's data in a GET request; `query` is without its question mark, and whole. The caller
 * has already checked the method.
 */
export function readVisitor(headers: VisitHeaders, address: string, query: string): Visitor {
  return {
    isHead: false,
    isPrefetch: isPrefetch(headers),
    isAnonymous: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
    userAgent: cut(headers.get('user-agent'), maxUserAgentLength),
    referrer: cut(headers.get('referer'), maxReferrerLength),
    address,
    query,
    visitorCookie: '',
    acceptLanguage: '',
    isTrusted: false,
  };
}

/** Reads the visitor as `readVisitor` does, with the cookie that an earlier visit has set. */
export function readKnownVisitor(headers: VisitHeaders, address: string, query: string): Visitor {
  const visitorCookie = visitorInCookies(headers.get('cookie'));
  return { ...readVisitor(headers, address, query), visitorCookie };
}

/** The visitor with what the browser keeps of a sticky split test; as given for every other link. */
export function withKept(
  link: RoutedLink,
  visitor: Visitor,
  { headers, url }: { readonly headers: VisitHeaders; readonly url: string },
): Visitor {
  if (link.rotation?.isSticky !== true) return visitor;
  const variant = keptInCookies(link, headers.get('cookie'));
  return { ...visitor, kept: { variant, name: readTarget(url).name } };
}

/** The header `Accept-Language`; empty when absent. */
export function readLanguages(headers: VisitHeaders): string {
  return cut(headers.get('accept-language'), maxLanguagesLength);
}

/** `Sec-Purpose` is the standard; browsers sent `Purpose` and `X-Moz` before it. */
function isPrefetch(headers: VisitHeaders): boolean {
  if (headers.get('sec-purpose')?.includes('prefetch') === true) return true;
  const purpose = headers.get('purpose') ?? headers.get('x-moz');
  return purpose === 'prefetch' || purpose === 'preview';
}

function cut(text: string | null, length: number): string {
  if (text === null) return '';
  return text.length > length ? text.slice(0, length) : text;
}
