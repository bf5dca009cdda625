import { randomBytes } from 'node:crypto';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { createLink } from '#core/links/create-link';
import { deleteLink } from '#core/links/delete-link';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { editLink } from '#core/links/edit-link';
import { getLink } from '#core/links/get-link';
import { listLinks } from '#core/links/list-links';
import { pageLinks } from '#core/links/page-links';
import { ownChanges } from '#core/redirect/route-link';
import { allOrigins } from '#roots/compose/origins';
import { entitlementOf } from '#roots/compose/billing';
import { newId, systemClock as clock } from '#roots/compose/system';
import type { ApiParts } from '#roots/compose/api';

/** The use cases of links. */
export function composeLinks(parts: ApiParts) {
  const { sql, links, clickHouse, redirects, origins, config, watch } = parts;
  const { index, isReserved, isOwnDomain, blocklist } = redirects;
  const ownOrigins = allOrigins(origins);
  const passwords = argon2idPasswords(argon2Cost, { parallel: 1, waiting: 32 });
  watch?.queue('passwords', passwords.waiting);
  const ports = {
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

  return {
    createLink: createLink(ports),
    editLink: editLink(ports),
    deleteLink: deleteLink(ports),
    getLink: getLink(ports),
    listLinks: listLinks(ports),
    pageLinks: pageLinks(ports),
    exportLinks: redirects.disk.unlessLow(parts.exportLinks),
  };
}
