import type { FoundLink } from '#core/redirect/find-link';
import type { Pages } from './pages.ts';

/**
 * A code or alias with this suffix requests a preview of the destination instead of the redirect.
 */
export const previewSuffix = '+';

/**
 * Every crawler is allowed, because previews need them; `X-Robots-Tag` keeps links out of search
 * results.
 */
export const robotsText = 'User-agent: *\nDisallow:\n';

export function isVisit(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The response to a method that no short link has. */
export function notAVisit(headers: Record<string, string>): Response {
  return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
}

/** The page for a name under which no link was found. */
export function missingLink(
  pages: Pages,
  found: Exclude<FoundLink, { kind: 'link' }>,
  name: string,
): Response {
  switch (found.kind) {
    case 'unknown':
      return pages.unknownLink(name);
    case 'unavailable':
      return pages.unavailable(found.retryAfterSeconds);
    case 'too_many':
      return pages.tooManyTries(found.retryAfterSeconds);
  }
}
