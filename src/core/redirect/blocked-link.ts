import { type Blocklist, blocksUrl } from '#core/links/blocklist';
import type { RoutedLink } from './routed-link.ts';

/**
 * Whether a blocklist names a link: by itself, by any of its destinations, or by its owner, of whom
 * `isBanned` knows more than the list says.
 */
export function isBlockedLink(
  list: Blocklist,
  link: RoutedLink,
  isBanned: (userId: string) => boolean,
): boolean {
  const { names } = list;
  return (
    isBanned(link.userId) ||
    (names.size > 0 && [link.code, ...link.aliases].some((name) => names.has(name))) ||
    [link.originalUrl, ...link.destinations].some((href) => blocksUrl(list, href))
  );
}
