import { randomBytes } from 'node:crypto';
import { cellText } from '#adapters/http/csv/cells';
import type { Sql } from '#adapters/postgres/connect';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { mostAtWork } from '#core/links/imports/import-run';
import { openImport } from '#core/links/imports/open-import';
import { findImport, listProblems, ownImports } from '#core/links/imports/own-imports';
import { forgetImports, runDueImports, runImport } from '#core/links/imports/run-import';
import { ownChanges } from '#core/redirect/route-link';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { allOrigins, type Origins } from '#roots/config/origins';
import { clockGuard } from '#roots/compose/background/clock-guard';
import { every } from '#adapters/timers/every';
import { startedRuns } from '#core/shared/limits/started-runs';
import { entitlementOf } from '#roots/compose/billing';
import type { Redirects } from '#roots/compose/redirects';
import { newId, systemClock as clock } from '#roots/compose/system';

type Parts = {
  readonly sql: Sql;
  readonly redirects: Pick<
    Redirects,
    'index' | 'isReserved' | 'isOwnDomain' | 'blocklist' | 'disk'
  >;
  readonly origins: Origins;
  readonly config: Pick<Config, 'maxLinksPerAccount' | 'payments'>;
  readonly log: Log;
};

/** Imports of links: the use cases, and the background work, which `stop` ends. */
export function composeImports({ sql, redirects, origins, config, log }: Parts) {
  const imports = postgresImports(sql, { mostLinks: config.maxLinksPerAccount });
  const own = allOrigins(origins);
  const isEntitled = entitlementOf(config);
  const domains = postgresOwnDomains(sql);
  const run = runImport({
    imports,
    isEntitled,
    clock,
    newId,
    randomBytes,
    defaults: postgresLinkDefaults(sql),
    cache: ownChanges(redirects.index),
    rules: {
      readDestination: destinationRules(own, redirects.isOwnDomain),
      explainDestination: destinationProblems(own, redirects.isOwnDomain),
      isReserved: redirects.isReserved,
      blocksUrl: redirects.blocklist.blocksUrl,
    },
  });
  const { begin, stop } = startedRuns({
    run,
    most: mostAtWork,
    interrupted: 'an import was interrupted and will be continued',
    log,
  });
  const jobs = [
    every({ pauseMs: secondMs, name: 'continue imports', log }, runDueImports({ imports }, begin)),
    every(
      { pauseMs: minuteMs, name: 'delete old imports', log },
      clockGuard({ sql, log })('delete old imports', forgetImports({ imports, clock })),
    ),
  ];

  return {
    openImport: redirects.disk.unlessLow(
      openImport({ imports, plainCell: cellText, isEntitled, clock, newId }),
    ),
    findImport: findImport({ imports }),
    listProblems: listProblems({ imports }),
    imports: ownImports({ imports, domains, begin, isEntitled, clock }),
    stop: (): Promise<void> => stop(jobs),
  };
}
