import { Refusal } from '#core/shared/refusal';

const maxQueryLength = 8 * 1024;

/**
 * Refuses addresses that this application never makes: a long query, NUL, percent signs that cannot
 * be decoded. The tracking image gives its usual response to all of them.
 */
export function refuseMalformedUrl(url: string): void {
  if (isPixel(url)) return;
  const queryStart = url.indexOf('?');
  if (queryStart !== -1 && url.length - queryStart - 1 > maxQueryLength) {
    throw new Refusal('uri_too_long', 'The query must be at most 8 KB');
  }
  if (!url.includes('%')) return;
  if (url.includes('%00') || !decodes(queryStart === -1 ? url : url.slice(0, queryStart))) {
    throw new Refusal('malformed', 'The address contains invalid characters');
  }
}

function isPixel(url: string): boolean {
  return url.startsWith('/api/track/', url.startsWith('/') ? 0 : url.indexOf('/', 8));
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The query's fields as plain text. When a field is repeated, the last value counts. */
export function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)));
}
