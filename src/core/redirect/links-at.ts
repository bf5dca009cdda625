import type { ServedDomains } from '#core/domains/served-domains';
import { nameOn } from '#core/links/link-domain';
import type { LinkIndex } from './link-index.ts';
import type { RoutedLink } from './routed-link.ts';

type Known = {
  readonly index: Pick<LinkIndex, 'find'>;
  readonly domains: Pick<ServedDomains, 'at'>;
};

/** Finds the link of a pasted address of this instance or of a custom domain. */
export function linksAt(
  { index, domains }: Known,
  origins: { readonly appUrl: string; readonly shortUrl: string },
): (url: string) => RoutedLink | undefined {
  const hosts = new Set([origins.appUrl, origins.shortUrl].map((url) => new URL(url).host));
  return (url) => {
    const asked = new URL(url);
    // A name with a final dot is the same host.
    asked.hostname = asked.hostname.replace(/\.$/, '');
    const { host, hostname, pathname } = asked;
    const name = pathname.slice(1).replace(/[+/]$/, '');
    if (hosts.has(host)) return index.find(name);
    const domain = domains.at(hostname);
    return domain && index.find(nameOn(domain.number, name));
  };
}
