import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { postgresReportedLinks } from '#adapters/postgres/analytics/reported-links';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import type { Sql } from '#adapters/postgres/connect';
import type { Links } from '#core/links/ports';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { systemClock as clock } from '#roots/compose/system';

/** What an account's numbers are made of; built once, because it keeps numbers of visitors. */
export function analyticsPorts({
  sql,
  links,
  clickHouse,
}: {
  readonly sql: Sql;
  readonly links: Links;
  readonly clickHouse: ClickHouse;
}): AnalyticsPorts {
  return {
    clock,
    links: { ...postgresReportedLinks(sql), find: links.find },
    erasures: postgresErasures(sql),
    reports: clickhouseReports(clickHouse),
  };
}
