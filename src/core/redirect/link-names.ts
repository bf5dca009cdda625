import { foldName } from '#core/links/names/alias';
import { splitName } from '#core/links/link-domain';
import type { IsReserved } from '#core/links/names/reserved-words';
import type { RoutedLink } from './routed-link.ts';

/** The links by their names. */
export type LinkNames = {
  /** By exact code, else by alias without case; on a custom domain by `nameOn`. */
  find(name: string): RoutedLink | undefined;
  /** By the number in click ids. */
  findByNumber(number: number): RoutedLink | undefined;
  add(link: RoutedLink): void;
  /** Removes the names that still belong to this link. */
  remove(link: RoutedLink): void;
};

/** Leaves out aliases that are reserved: the application's routes take precedence over links. */
export function linkNames(isReserved: IsReserved): LinkNames {
  const codes = new Map<string, RoutedLink>();
  const aliases = new Map<string, RoutedLink>();
  const numbers = new Map<number, RoutedLink>();
  const placeOf = (key: string, { code }: RoutedLink) =>
    splitName(key).name === code ? codes : aliases;

  return {
    find: (name) => codes.get(name) ?? aliases.get(foldName(name)),
    findByNumber: (number) => numbers.get(number),
    add(link) {
      numbers.set(link.number, link);
      codes.set(link.code, link);
      for (const alias of link.aliases) if (!isReserved(alias)) aliases.set(alias, link);
      for (const key of link.domainNames ?? []) placeOf(key, link).set(key, link);
    },
    remove(link) {
      if (numbers.get(link.number)?.id === link.id) numbers.delete(link.number);
      if (codes.get(link.code)?.id === link.id) codes.delete(link.code);
      for (const alias of link.aliases) {
        if (aliases.get(alias)?.id === link.id) aliases.delete(alias);
      }
      for (const key of link.domainNames ?? []) {
        const place = placeOf(key, link);
        if (place.get(key)?.id === link.id) place.delete(key);
      }
    },
  };
}
