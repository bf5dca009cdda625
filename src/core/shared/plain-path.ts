/** A path without leading, trailing and repeated slashes: `/a//b/` becomes `a/b`. */
export function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.join('/');
}
