import type { LinkCache, NamedLink } from '#core/links/link-cache';
import { saleProfitOf } from '#core/links/sale-profit';
import type { LinkIndex } from './link-index.ts';
import { routeOptions } from './options/routed-options.ts';
import type { RoutedLink } from './routed-link.ts';

/** Picks the data of a link that its redirect needs. */
export function routeLink({ link, aliases, domainNames }: NamedLink): RoutedLink {
  const options = routeOptions(link);
  return {
    id: link.id,
    userId: link.userId,
    number: link.number,
    version: link.version,
    code: link.shortCode,
    aliases,
    ...(domainNames.length > 0 && { domainNames }),
    originalUrl: link.originalUrl,
    destinations: link.splitTestEnabled ? link.splitTestUrls : [],
    splitVersion: link.splitVersion,
    ...(link.splitTestEnabled && link.splitRotation !== null && { rotation: link.splitRotation }),
    isActive: link.isActive,
    expiresAtMs: link.expiresAt === null ? null : link.expiresAt.getTime(),
    trackClicks: link.trackClicks,
    trackConversions: link.trackConversions,
    saleProfit: saleProfitOf(link),
    ...(options !== null && { options }),
  };
}

/**
 * The index, for the use cases that change links: the instance's own changes apply before the
 * response.
 */
export function ownChanges(index: LinkIndex): LinkCache {
  return {
    put: (named) => void index.put(routeLink(named)),
    revise({ linkId, from, version, isActive, expiresAt }) {
      const expiresAtMs = expiresAt === null ? null : expiresAt.getTime();
      index.revise(linkId, { from, version, isActive, expiresAtMs });
    },
    remove: index.erase,
  };
}
