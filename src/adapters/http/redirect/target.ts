/** Where a request goes, read from its address. */
export type Target = {
  /** With its port when the address has one; empty when the request named none (HTTP/1.0). */
  readonly host: string;
  /** As sent, from its first slash. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** The path is one segment, which may be a short link's name. */
  readonly isName: boolean;
  /** That segment, decoded, without a slash at its end; empty when the path is something else. */
  readonly name: string;
};

/** Takes an address apart; `url` is absolute, or begins with the path. */
export function readTarget(url: string): Target {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 8);
  const host = start <= 0 ? '' : url.slice(url.indexOf('//') + 2, start);
  const mark = url.indexOf('?', Math.max(start, 0));
  const path = url.slice(Math.max(start, 0), mark < 0 ? undefined : mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);

  const name = decoded(path.slice(1, path.endsWith('/') ? -1 : undefined));
  const isName = name !== '' && !name.includes('/');
  return { host, path, query, isName, name: isName ? name : '' };
}

/** Text that does not decode is left as it is: it is nobody's name either way. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
