import { screenAt } from '#adapters/http/web/web';

/**
 * Where a person may be redirected after signing in: the path and query of one of our screens.
 * Everything else becomes `/`. Being on this site is not enough, because a short link would lead
 * out of it.
 */
export function nextPath(input: string): string {
  const url = /^\/[^/\\]/.test(input) ? URL.parse(input, nowhere) : null;
  if (url?.origin !== nowhere || screenAt(url.pathname) === null) return '/';
  return url.pathname + url.search;
}

const nowhere = 'https://nowhere.invalid';
