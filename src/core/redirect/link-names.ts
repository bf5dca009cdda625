import { foldName } from '#core/links/alias';
import type { IsReserved } from '#core/links/reserved-words';
import type { RoutedLink } from './routed-link.ts';

/** Which link answers to which name. */
export type LinkNames = {
  /** By exact code, else by alias in any case. */
  find(name: string): RoutedLink | undefined;
  add(link: RoutedLink): void;
  /** Takes away the names that are still this link's. */
  remove(link: RoutedLink): void;
};

/** Aliases that `isReserved` names are left out: the application's routes come before any link. */
export function linkNames(isReserved: IsReserved): LinkNames {
  const codes = new Map<string, RoutedLink>();
  const aliases = new Map<string, RoutedLink>();

  return {
    find: (name) => codes.get(name) ?? aliases.get(foldName(name)),
    add(link) {
      codes.set(link.code, link);
      for (const alias of link.aliases) if (!isReserved(alias)) aliases.set(alias, link);
    },
    remove(link) {
      if (codes.get(link.code)?.id === link.id) codes.delete(link.code);
      for (const alias of link.aliases) {
        if (aliases.get(alias)?.id === link.id) aliases.delete(alias);
      }
    },
  };
}
