import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseAccountTables } from '#adapters/clickhouse/export-account';
import type { Sql } from '#adapters/postgres/connect';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresAccountTables } from '#adapters/postgres/accounts/export-account';
import { exportAccount } from '#core/accounts/export-account';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { systemClock as clock } from '#roots/compose/system';

/** The export of everything stored about a person. */
export function composeExport({ sql, clickHouse }: { sql: Sql; clickHouse: ClickHouse }) {
  const ports = {
    keepers: [
      postgresAccountTables(sql),
      clickhouseAccountTables(clickHouse, postgresErasures(sql)),
    ],
    exports: rateLimit({ limit: 5, windowMs: hourMs }),
    clock,
  };
  return (userId: string) => exportAccount(ports, userId);
}
