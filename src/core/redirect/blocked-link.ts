import { type Blocklist, blocksUrl } from '#core/links/blocklist';
import { urlsOf } from './options/routed-options.ts';
import type { RoutedLink } from './routed-link.ts';

/**
 * Whether a link is blocked: by its names, by one of its destinations, or by its owner. `isBanned`
 * knows more owners than the blocklist does.
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
    [link.originalUrl, ...link.destinations, ...urlsOf(link.options)].some((href) =>
      blocksUrl(list, href),
    )
  );
}
