import { foldName } from '#core/links/alias';
import type { IsReserved } from '#core/links/reserved-words';
import type { RoutedLink } from './routed-link.ts';

/** Which link answers to which name. */
export type LinkNames = {
  /** By exact code, else by alias in any case. */
  find(name: string): RoutedLink | undefined;
  /** By the number that click ids name. */
  findByNumber(number: number): RoutedLink | undefined;
  add(link: RoutedLink): void;
  /** Takes away the names that are still this link's. */
  remove(link: RoutedLink): void;
};

/** Aliases that `isReserved` names are left out: the application's routes come before any link. */
export function linkNames(isReserved: IsReserved): LinkNames {
  const codes = new Map<string, RoutedLink>();
  const aliases = new Map<string, RoutedLink>();
  const numbers = new Map<number, RoutedLink>();

  return {
    find: (name) => codes.get(name) ?? aliases.get(foldName(name)),
    findByNumber: (number) => numbers.get(number),
    add(link) {
      numbers.set(link.number, link);
      codes.set(link.code, link);
      for (const alias of link.aliases) if (!isReserved(alias)) aliases.set(alias, link);
    },
    remove(link) {
      if (numbers.get(link.number)?.id === link.id) numbers.delete(link.number);
      if (codes.get(link.code)?.id === link.id) codes.delete(link.code);
      for (const alias of link.aliases) {
        if (aliases.get(alias)?.id === link.id) aliases.delete(alias);
      }
    },
  };
}
