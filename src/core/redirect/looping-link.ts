import { type IsOwnDomain, ownUrls } from '#core/links/own-urls';
import { recentMap } from '#core/shared/recent-map';
import { urlsOf } from './options/routed-options.ts';
import type { RoutedLink } from './routed-link.ts';

const rememberedOrigins = 10_000;

/** What is known about an origin of destinations. */
type JudgedOrigin = { readonly isOwn: boolean; readonly host: string };

/**
 * Whether a link leads to one of `ownOrigins`, the origins of this instance, or to a custom domain
 * of it, which could cause a redirect loop. New links with such a destination are refused; this
 * finds links that were created before the instance got its current host or the domain.
 */
export function loopingLinks(
  ownOrigins: readonly string[],
  isOwnDomain: IsOwnDomain = () => false,
): (link: RoutedLink) => boolean {
  const isOwn = ownUrls(ownOrigins);
  const judged = recentMap<string, JudgedOrigin>(rememberedOrigins);

  const judge = (origin: string): JudgedOrigin => {
    const known = judged.get(origin);
    if (known !== undefined) return known;
    const url = URL.parse(origin);
    const host = url?.hostname.replace(/\.$/, '') ?? '';
    const fresh = { isOwn: url !== null && isOwn(url), host };
    judged.set(origin, fresh);
    return fresh;
  };
  const isOwnHref = (href: string): boolean => {
    const origin = judge(/^https?:\/\/[^/?#]*/i.exec(href)?.[0] ?? '');
    return origin.isOwn || isOwnDomain(origin.host);
  };
  return ({ originalUrl, destinations, options }) => {
    const usual = destinations.length > 0 ? destinations : [originalUrl];
    return usual.some(isOwnHref) || urlsOf(options).some(isOwnHref);
  };
}
