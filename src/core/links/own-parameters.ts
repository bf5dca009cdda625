/** The query parameter of a destination that carries the click id. */
export const clickIdParameter = 'wp_cid';
/** The parameter with which an address shows that its visitor knew the link's password. */
export const proofParameter = 'wp_pass';

/** Parameters that Waypost adds; their values are different for each visit. */
export const ownParameters: ReadonlySet<string> = new Set([clickIdParameter, proofParameter]);

/** An address without these parameters. The others keep their spelling. */
export function withoutOwnParameters(url: string): string {
  const [, page = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  if (query === undefined) return url;
  const parts = query.split('&');
  const kept = parts.filter((part) => !ownParameters.has(part.split('=', 1)[0] ?? ''));
  if (kept.length === parts.length) return url;
  return `${page}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}
