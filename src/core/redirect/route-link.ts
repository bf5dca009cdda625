import type { NamedLink } from '#core/links/link-cache';
import type { RoutedLink } from './routed-link.ts';

/** What of a link its redirect needs. */
export function routeLink({ link, aliases }: NamedLink): RoutedLink {
  return {
    id: link.id,
    userId: link.userId,
    number: link.number,
    version: link.version,
    code: link.shortCode,
    aliases,
    originalUrl: link.originalUrl,
    destinations: link.splitTestEnabled ? link.splitTestUrls : [],
    splitVersion: link.splitVersion,
    isActive: link.isActive,
    expiresAtMs: link.expiresAt === null ? null : link.expiresAt.getTime(),
    trackClicks: link.trackClicks,
    trackConversions: link.trackConversions,
  };
}
