import { screenAt } from '#adapters/http/web/web';

/**
 * Where a person may be redirected after signing in: the path and query of one of our screens.
 * Everything else becomes `/`. Being on this site is not enough, because a short link would lead
 * out of it. A path of more than 1,000 characters loses its query, because it has to fit into a cookie.
 */
export function nextPath(input: string): string {
  const url = /^\/[^/\\]/.test(input) ? URL.parse(input, nowhere) : null;
  if (url?.origin !== nowhere || screenAt(url.pathname) === null) return '/';
  const paths = [url.pathname + url.search, url.pathname];
  return paths.find((path) => path.length <= longest) ?? '/';
}

const longest = 1000;

const nowhere = 'https://nowhere.invalid';
