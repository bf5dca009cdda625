import type { NumberRoutesPorts } from '#adapters/http/analytics/numbers';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { composePublicPages } from './public-pages.ts';
import type { ApiParts } from '#roots/compose/api';

type NumberParts = Pick<NumberRoutesPorts['report'], 'session' | 'heavy'> & {
  readonly analytics: AnalyticsPorts;
  readonly addressOf: ApiParts['addressOf'];
};

/** An account's numbers: asked, kept, listed and shared. */
export function composeNumbers(
  parts: ApiParts,
  { session, heavy, analytics, addressOf }: NumberParts,
): NumberRoutesPorts {
  const shared = { session, heavy, analytics, shortOrigin: parts.origins.shortUrl };
  return {
    analytics: shared,
    report: { ...shared, visitorsAre: parts.config.visitorId },
    linkClicks: shared,
    linkVariants: shared,
    publicPages: { ...shared, ...composePublicPages(parts, analytics), addressOf },
  };
}
