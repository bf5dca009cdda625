import { screens } from '#adapters/http/web/web';

/**
 * Where a person may be sent after signing in: the path and query of a screen of ours. Anything
 * else is `/`. A short link's name would be a way out of here, so that being on this site is not
 * enough.
 */
export function nextPath(input: string): string {
  const url = /^\/[^/\\]/.test(input) ? URL.parse(input, nowhere) : null;
  if (url?.origin !== nowhere || !screens.has(url.pathname)) return '/';
  return url.pathname + url.search;
}

const nowhere = 'https://nowhere.invalid';
