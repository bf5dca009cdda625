type Route = { readonly method: string; readonly path: string };

/**
 * The methods of a path, for `Allow`; empty when the path does not exist. `:name` stands for one
 * segment and `*` for the rest, as in the routes.
 */
export function methodsOf(routes: readonly Route[], path: string): string[] {
  const segments = segmentsOf(path);
  const found = routes
    .filter((route) => isMatch(segmentsOf(route.path), segments))
    .map((route) => route.method);
  if (found.includes('GET')) found.push('HEAD');
  return [...new Set(found)].sort();
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') return segments.length >= pattern.length - 1;
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => part.startsWith(':') || part === segments[index]);
}
