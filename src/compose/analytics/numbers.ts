import { clickhouseNumbers } from '#adapters/clickhouse/analytics/analytics';
import { clickhouseVariants } from '#adapters/clickhouse/analytics/variants';
import type { NumberRoutesPorts } from '#adapters/http/analytics/numbers';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import { postgresSplitTests } from '#adapters/postgres/links/split-tests';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import {
  composeAnalyticsReport,
  composeLinkClicks,
  composeLinkVariants,
} from './analytics-report.ts';
import { composePublicPages } from './public-pages.ts';
import { systemClock as clock } from '#roots/compose/system';
import type { ApiParts } from '#roots/compose/api';

type NumberParts = Pick<NumberRoutesPorts['report'], 'session' | 'heavy'> & {
  readonly addressOf: ApiParts['addressOf'];
};

/** An account's numbers: asked, kept, listed and shared. */
export function composeNumbers(
  parts: ApiParts,
  { session, heavy, addressOf }: NumberParts,
): NumberRoutesPorts {
  const shared = { session, heavy, shortOrigin: parts.origins.shortUrl };
  return {
    analytics: { ...shared, answerAnalytics: analyticsPort(parts) },
    report: {
      ...shared,
      ...composeAnalyticsReport(parts),
      visitorsAre: parts.config.visitorId,
    },
    linkClicks: { ...shared, ...composeLinkClicks(parts) },
    linkVariants: { ...shared, ...composeLinkVariants(parts) },
    publicPages: { ...shared, ...composePublicPages(parts), addressOf },
  };
}

function analyticsPort({ sql, clickHouse }: ApiParts) {
  return answerAnalytics({
    clock,
    links: postgresLinkCounts(sql),
    erasures: postgresErasures(sql),
    numbers: clickhouseNumbers(clickHouse),
    splitTests: postgresSplitTests(sql),
    variants: clickhouseVariants(clickHouse),
  });
}
