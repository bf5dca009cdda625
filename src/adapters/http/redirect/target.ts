/** The target of a request, parsed from its URL. */
export type Target = {
  /** With its port when the URL has one; empty when the request named none (HTTP/1.0). */
  readonly host: string;
  /** As sent, from its first slash. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** Whether the path is one segment, which may be a short link's name. */
  readonly isName: boolean;
  /** That segment, decoded, without a trailing slash; empty for another path. */
  readonly name: string;
};

/** Splits a URL; `url` is absolute, or begins with the path. */
export function readTarget(url: string): Target {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 8);
  const host = start <= 0 ? '' : url.slice(url.indexOf('//') + 2, start);
  const queryStart = url.indexOf('?', Math.max(start, 0));
  const path = url.slice(Math.max(start, 0), queryStart < 0 ? undefined : queryStart);
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1);

  const name = decoded(path.slice(1, path.endsWith('/') ? -1 : undefined));
  const isName = name !== '' && !name.includes('/');
  return { host, path, query, isName, name: isName ? name : '' };
}

/** Text that cannot be decoded stays unchanged: no link has such a name. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
