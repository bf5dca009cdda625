import { randomBytes } from 'node:crypto';
import { resolverDns, shortHostTarget } from '#adapters/dns/resolver';
import type { Sql } from '#adapters/postgres/connect';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import type { Locks } from '#adapters/postgres/pool/locks';
import { checkDue } from '#core/domains/check-domain';
import type { DomainPorts } from '#core/domains/ports';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { every } from '#adapters/timers/every';
import { allOrigins, type Origins } from '#roots/config/origins';
import { jobLock } from '#roots/compose/background/job-lock';
import type { Redirects } from '#roots/compose/redirects';
import { type AppSecret, sealOf } from '#roots/compose/secrets';
import { newId, systemClock as clock } from '#roots/compose/system';

type DomainParts = {
  readonly sql: Sql;
  readonly config: Pick<Config, 'dnsServers'>;
  readonly origins: Origins;
  readonly secret: AppSecret;
  readonly redirects: Pick<Redirects, 'domains' | 'isOwnDomain' | 'blocklist'>;
};

/** Checks that an account may ask for in a minute. */
const checksPerMinute = 30;

/** The ports of custom domains. */
export function composeDomains(parts: DomainParts): DomainPorts {
  const { sql, config, origins, redirects, secret } = parts;
  const own = allOrigins(origins);
  const dns = resolverDns(config.dnsServers);
  return {
    domains: postgresDomains(sql, sealOf(secret)),
    served: redirects.domains,
    rules: {
      readDestination: destinationRules(own, redirects.isOwnDomain),
      explainDestination: destinationProblems(own, redirects.isOwnDomain),
      blocksUrl: redirects.blocklist.blocksUrl,
    },
    ownHosts: own.map((url) => new URL(url).hostname),
    perAccount: rateLimit({ limit: checksPerMinute, windowMs: minuteMs }),
    dns,
    target: shortHostTarget(origins.shortUrl, dns),
    appUrl: origins.appUrl,
    newId,
    randomBytes,
    clock,
  };
}

const checkEveryMs = 10 * secondMs;

type Starting = DomainParts & { readonly locks: Locks; readonly log: Log };

/** Starts the checks of domains, which one instance at a time does; returns a function that stops them. */
export function startDomains({ locks, log, ...parts }: Starting): () => Promise<void> {
  const ports = composeDomains(parts);
  const name = 'check custom domains';
  return every({ pauseMs: checkEveryMs, name, log }, () =>
    locks.unlessHeld(jobLock(name), () => checkDue(ports)),
  );
}
