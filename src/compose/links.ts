import { randomBytes } from 'node:crypto';
import { areThereDescriptors } from '#adapters/descriptors/reserve';
import { exportThread } from '#adapters/link-export/export-thread';
import { cellText } from '#adapters/http/csv/cells';
import { resolverDns } from '#adapters/dns/resolver';
import { guardedGet } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { readWebPage } from '#adapters/outgoing/read-page';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresLabels } from '#adapters/postgres/links/labels/labels';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { runBulk } from '#core/links/bulk';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { mostAtWork } from '#core/links/imports/import-run';
import { runImport } from '#core/links/imports/run-import';
import type { BulkPorts, ImportPorts, LabelPorts, LinkPorts } from '#core/links/ports';
import type { PreviewPorts } from '#core/links/preview-destination';
import { ownChanges } from '#core/redirect/route-link';
import { startedRuns } from '#core/shared/limits/started-runs';
import { entitlementOf } from './billing.ts';
import type { EventContext } from './context.ts';
import { newId, systemClock as clock } from './system.ts';
import { allOrigins } from '#roots/config/origins';

/** What the use cases of links take, and the file of an account's links. `stop` ends the runs of bulk actions and imports. */
export function openLinkChapter(context: EventContext, databaseUrl: string) {
  const ports = linkPorts(context);
  const bulk = openBulk(context, ports);
  const imports = openImports(context, ports);
  const stop = async () => void (await Promise.all([bulk.stop(), imports.stop()]));
  const exportLinks = context.redirects.disk.unlessLow(openExport(context, databaseUrl));
  return { ports, bulk: bulk.ports, imports: imports.ports, exportLinks, stop };
}

export type LinkChapter = ReturnType<typeof openLinkChapter>;

function linkPorts({
  sql,
  links,
  totals,
  redirects,
  origins,
  config,
  watch,
}: EventContext): LinkPorts & LabelPorts & PreviewPorts {
  const { index, isReserved, isOwnDomain, blocklist } = redirects;
  const ownOrigins = allOrigins(origins);
  const passwords = argon2idPasswords(argon2Cost, { parallel: 1, waiting: 32 });
  watch.queue('passwords', passwords.waiting);
  return {
    ...postgresLabels({ sql, newId, clock }),
    links,
    defaults: postgresLinkDefaults(sql),
    domains: postgresOwnDomains(sql),
    totals,
    cache: ownChanges(index),
    rules: {
      readDestination: destinationRules(ownOrigins, isOwnDomain),
      explainDestination: destinationProblems(ownOrigins, isOwnDomain),
      isReserved,
      blocksUrl: blocklist.blocksUrl,
    },
    readWebPage: webPageReader({ config, origins }),
    isEntitled: entitlementOf(config),
    passwords,
    clock,
    newId,
    randomBytes,
  };
}

/** Reads pages at addresses that people type; null: the operator has not allowed it. */
function webPageReader({ config, origins }: Pick<EventContext, 'config' | 'origins'>) {
  const { destinationPreviews: previews, dnsServers } = config;
  if (previews === null) return null;
  return readWebPage(
    guardedGet({
      dns: resolverDns(dnsServers),
      guard: addressGuard(previews.ownRanges),
      userAgent: `Waypost preview (+${origins.appUrl})`,
    }),
  );
}

function openBulk({ sql, redirects, config, log }: EventContext, links: LinkPorts) {
  const bulk = postgresBulk(sql, { mostLinks: config.maxLinksPerAccount });
  const stored = { ...links, bulk, cache: ownChanges(redirects.index) };
  const { begin, stop } = startedRuns({
    run: (id, signal) => runBulk(stored, id, signal),
    interrupted: 'a bulk action was interrupted and will be continued',
    log,
  });
  const ports: BulkPorts = { ...stored, begin };
  return { ports, stop };
}

function openImports({ sql, redirects, config, log }: EventContext, links: LinkPorts) {
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

const exportRoot = new URL('../export.ts', import.meta.url);

/** The file of an account's links, written on a thread of its own. */
function openExport({ config, origins, clickHouseUrl }: EventContext, databaseUrl: string) {
  const shown = { shortOrigin: origins.shortUrl, visitorsAre: config.visitorId };
  const settings = { databaseUrl, clickHouseUrl, ...shown };
  return exportThread({ entry: exportRoot, settings, areThereDescriptors });
}
