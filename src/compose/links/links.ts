import { randomBytes } from 'node:crypto';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresLabels } from '#adapters/postgres/links/labels/lists';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import type { LinkPorts } from '#core/links/ports';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { ownChanges } from '#core/redirect/route-link';
import { allOrigins } from '#roots/config/origins';
import { entitlementOf } from '#roots/compose/billing';
import { newId, systemClock as clock } from '#roots/compose/system';
import type { ApiParts } from '#roots/compose/api';

/** What the use cases of links take. */
export function composeLinks(parts: ApiParts): LinkPorts {
  const { sql, links, clickHouse, redirects, origins, config, watch } = parts;
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
