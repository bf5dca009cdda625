import type { NamedLink } from '#core/links/link-cache';
import type { Link } from '#core/links/link';

/** A link with its names: aliases on the short host as they are, names on domains by `nameOn`. */
export function namedLink(link: Link, names: readonly string[]): NamedLink {
  const isOnDomain = (name: string) => name.includes('/');
  return {
    link,
    aliases: names.filter((name) => !isOnDomain(name)).toSorted(),
    domainNames: names.filter(isOnDomain).toSorted(),
  };
}
