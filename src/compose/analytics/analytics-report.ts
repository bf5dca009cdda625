import { clickhouseRecentClicks } from '#adapters/clickhouse/analytics/recent-clicks';
import { clickhouseParquet } from '#adapters/clickhouse/analytics/report/parquet';
import { clickhouseReport } from '#adapters/clickhouse/analytics/report/report';
import { clickhouseValues } from '#adapters/clickhouse/analytics/report/value-page';
import { clickhouseVariants } from '#adapters/clickhouse/analytics/variants';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLabelledLinks } from '#adapters/postgres/links/labels/labelled-links';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import { postgresLinkSearch } from '#adapters/postgres/links/link-search';
import type { Links } from '#core/links/ports';
import { postgresSplitTests } from '#adapters/postgres/links/split-tests';
import { recentClicks } from '#core/analytics/recent-clicks';
import { answerReport } from '#core/analytics/report/answer-report';
import { listValues } from '#core/analytics/report/list-values';
import { linkVariants } from '#core/analytics/variants';
import { systemClock as clock } from '#roots/compose/system';

type Stores = { readonly sql: Sql; readonly clickHouse: ClickHouse };
type LinkStores = Stores & { readonly links: Links };

/** The report, which answers questions about an account's numbers. */
export function composeAnalyticsReport({ sql, clickHouse }: Stores) {
  const ports = {
    clock,
    links: {
      ...postgresLinkCounts(sql),
      ...postgresLinkSearch(sql),
      ...postgresLabelledLinks(sql),
    },
    erasures: postgresErasures(sql),
    numbers: clickhouseReport(clickHouse),
    values: clickhouseValues(clickHouse),
  };
  return {
    clock,
    answerReport: answerReport(ports),
    listValues: listValues(ports),
    writeParquet: clickhouseParquet(clickHouse),
  };
}

/** The recent clicks of a link. */
export function composeLinkClicks({ links, clickHouse }: LinkStores) {
  const ports = { links, clicks: clickhouseRecentClicks(clickHouse) };
  return { recentClicks: recentClicks(ports) };
}

/** The variants of a link's running split test. */
export function composeLinkVariants({ sql, links, clickHouse }: LinkStores) {
  const splitTests = postgresSplitTests(sql);
  const variants = clickhouseVariants(clickHouse);
  return { clock, linkVariants: linkVariants({ links, splitTests, variants }) };
}
