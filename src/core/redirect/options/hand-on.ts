import { isScan } from '#core/links/qr/scan-url';
import { ownParameters } from '#core/links/own-parameters';

/** Limit of parameters that a destination gets from the visited address. */
const maxParameters = 50;

/**
 * Adds the visited address's query parameters to a destination, before its fragment. A parameter
 * that the destination already has is not added, so the owner's values stay. Scheme and host cannot
 * change. `query` is without its question mark.
 */
export function withQuery(destination: string, query: string): string {
  if (query === '') return destination;
  const hash = destination.indexOf('#');
  const page = hash < 0 ? destination : destination.slice(0, hash);
  const queryStart = page.indexOf('?');
  const own = new URLSearchParams(queryStart < 0 ? '' : page.slice(queryStart + 1));
  const handed = new URLSearchParams();
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    const isOurs = ownParameters.has(name) || (name === 'qr' && isScan(query));
    if (own.has(name) || isOurs || count >= maxParameters) continue;
    handed.append(name, value);
    count += 1;
  }
  if (count === 0) return destination;
  const isOpen = queryStart === page.length - 1 || page.endsWith('&');
  const separator = queryStart < 0 ? '?' : isOpen ? '' : '&';
  return `${page}${separator}${handed.toString()}${hash < 0 ? '' : destination.slice(hash)}`;
}
