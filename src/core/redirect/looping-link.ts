import { ownPlaces } from '#core/links/own-places';
import { recentMap } from '#core/shared/recent-map';
import { addressesOf } from './options/routed-options.ts';
import type { RoutedLink } from './routed-link.ts';

const rememberedOrigins = 10_000;

/**
 * Whether a link leads to one of `ownAddresses`, the origins of this instance, which could cause a
 * redirect loop. New links with such a destination are refused; this finds links that are older
 * than the instance's current host.
 */
export function loopingLinks(ownAddresses: readonly string[]): (link: RoutedLink) => boolean {
  const isOwn = ownPlaces(ownAddresses);
  const judged = recentMap<string, boolean>(rememberedOrigins);

  const isOwnHref = (href: string): boolean => {
    const origin = /^https?:\/\/[^/?#]*/i.exec(href)?.[0] ?? '';
    const known = judged.get(origin);
    if (known !== undefined) return known;
    const url = URL.parse(origin);
    const isLoop = url !== null && isOwn(url);
    judged.set(origin, isLoop);
    return isLoop;
  };
  return ({ originalUrl, destinations, options }) => {
    const usual = destinations.length > 0 ? destinations : [originalUrl];
    return usual.some(isOwnHref) || addressesOf(options).some(isOwnHref);
  };
}
