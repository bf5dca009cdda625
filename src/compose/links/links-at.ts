import { nameOn } from '#core/links/link-domain';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Origins } from '#roots/compose/origins';
import type { Redirects } from '#roots/compose/redirects';

type Known = {
  readonly index: Pick<Redirects['index'], 'find'>;
  readonly domains: Pick<Redirects['domains'], 'at'>;
};

/** Finds the link of a pasted address of this instance or of a custom domain. */
export function linksAt(
  { index, domains }: Known,
  origins: Pick<Origins, 'appUrl' | 'shortUrl'>,
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
