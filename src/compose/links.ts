import { randomBytes } from 'node:crypto';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { cellText } from '#adapters/http/csv/cells';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import type { Sql } from '#adapters/postgres/connect';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresLabels } from '#adapters/postgres/links/labels/lists';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import type { Config } from '#config';
import { runBulk } from '#core/links/bulk';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { mostAtWork } from '#core/links/imports/import-run';
import { runImport } from '#core/links/imports/run-import';
import type { BulkPorts, ImportPorts, LabelPorts, LinkPorts, Links } from '#core/links/ports';
import { ownChanges } from '#core/redirect/route-link';
import { startedRuns } from '#core/shared/limits/started-runs';
import type { Log } from '#core/shared/log';
import { entitlementOf } from './billing.ts';
import type { Redirects } from './redirects.ts';
import { newId, systemClock as clock } from './system.ts';
import type { Watch } from './watching/watch.ts';
import { allOrigins, type Origins } from '#roots/config/origins';

type Parts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly clickHouse: ClickHouse;
  readonly redirects: Pick<
    Redirects,
    'index' | 'isReserved' | 'isOwnDomain' | 'blocklist' | 'disk'
  >;
  readonly origins: Origins;
  readonly config: Pick<Config, 'maxLinksPerAccount' | 'payments'>;
  readonly log: Log;
  /** Takes the lengths of queues. */
  readonly watch?: Pick<Watch, 'queue'>;
};

/** What the use cases of links take. `stop` ends the runs of bulk actions and imports. */
export function openLinkChapter(parts: Parts) {
  const ports = linkPorts(parts);
  const bulk = openBulk(parts, ports);
  const imports = openImports(parts, ports);
  const stop = async () => void (await Promise.all([bulk.stop(), imports.stop()]));
  return { ports, bulk: bulk.ports, imports: imports.ports, stop };
}

export type LinkChapter = ReturnType<typeof openLinkChapter>;

function linkPorts({
  sql,
  links,
  clickHouse,
  redirects,
  origins,
  config,
  watch,
}: Parts): LinkPorts & LabelPorts {
  const { index, isReserved, isOwnDomain, blocklist } = redirects;
  const ownOrigins = allOrigins(origins);
  const passwords = argon2idPasswords(argon2Cost, { parallel: 1, waiting: 32 });
  watch?.queue('passwords', passwords.waiting);
  return {
    ...postgresLabels({ sql, newId, clock }),
    links,
    defaults: postgresLinkDefaults(sql),
    domains: postgresOwnDomains(sql),
    totals: clickhouseLinkTotals(clickHouse),
    cache: ownChanges(index),
    rules: {
      readDestination: destinationRules(ownOrigins, isOwnDomain),
      explainDestination: destinationProblems(ownOrigins, isOwnDomain),
      isReserved,
      blocksUrl: blocklist.blocksUrl,
    },
    isEntitled: entitlementOf(config),
    passwords,
    clock,
    newId,
    randomBytes,
  };
}

function openBulk({ sql, redirects, log }: Parts, links: LinkPorts) {
  const stored = { ...links, bulk: postgresBulk(sql), cache: ownChanges(redirects.index) };
  const { begin, stop } = startedRuns({
    run: (id, signal) => runBulk(stored, id, signal),
    interrupted: 'a bulk action was interrupted and will be continued',
    log,
  });
  const ports: BulkPorts = { ...stored, begin };
  return { ports, stop };
}

function openImports({ sql, redirects, config, log }: Parts, links: LinkPorts) {
  const imports = postgresImports(sql, { mostLinks: config.maxLinksPerAccount });
  const open = redirects.disk.unlessLow(imports.open);
  const stored = { ...links, imports: { ...imports, open }, plainCell: cellText };
  const { begin, stop } = startedRuns({
    run: (id, signal) => runImport(stored, id, signal),
    most: mostAtWork,
    interrupted: 'an import was interrupted and will be continued',
    log,
  });
  const ports: ImportPorts = { ...stored, begin };
  return { ports, stop };
}
