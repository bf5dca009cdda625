import { resolverDns } from '#adapters/dns/resolver';
import { guardedRequest } from '#adapters/outgoing/guarded-request';
import { lookAtDestination } from '#adapters/outgoing/look-at-destination';
import { addressGuard } from '#adapters/outgoing/public-address';
import type { Sql } from '#adapters/postgres/connect';
import {
  forgetDestinationChecks,
  postgresDestinationChecks,
} from '#adapters/postgres/links/health/destination-checks';
import { postgresBrokenDestinations } from '#adapters/postgres/notices/broken-destinations';
import type { Locks } from '#adapters/postgres/pool/locks';
import { checkDestinations } from '#core/links/health/check-destinations';
import { notifyOfBrokenDestinations } from '#core/notices/notify-of-broken-destinations';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { noticePorts } from '#roots/compose/notices';
import type { Origins } from '#roots/config/origins';
import { every } from '#adapters/timers/every';
import { jobLock } from '#roots/compose/background/job-lock';
import type { AppSecret } from '#roots/compose/secrets';
import { systemClock as clock } from '#roots/compose/system';

type Parts = {
  readonly sql: Sql;
  readonly locks: Locks;
  readonly config: Pick<Config, 'destinationChecks' | 'dnsServers'>;
  readonly origins: Origins;
  readonly secret: AppSecret;
  readonly log: Log;
};

const checkEveryMs = 30 * secondMs;

/**
 * Starts the weekly check of destinations, which one instance at a time does; returns a function that
 * stops it. When the check is off, the marks of an earlier one are forgotten, and nothing is requested.
 */
export function startDestinationChecks(parts: Parts): () => Promise<unknown> {
  const { sql, locks, config, origins, log } = parts;
  if (config.destinationChecks === null) {
    const forgotten = forgetDestinationChecks(sql).catch((error: unknown) => {
      log.warn('the marks of broken destinations could not be removed', { reason: String(error) });
    });
    return () => forgotten;
  }

  const request = guardedRequest({
    dns: resolverDns(config.dnsServers),
    guard: addressGuard(config.destinationChecks.ownRanges),
    userAgent: `Waypost link check (+${origins.appUrl})`,
  });
  const look = lookAtDestination(request);
  const check = checkDestinations({
    destinations: postgresDestinationChecks(sql),
    look,
    clock,
    random: Math.random,
    log,
  });
  const notices = { ...noticePorts(parts), broken: postgresBrokenDestinations(sql) };
  const notify = () => notifyOfBrokenDestinations(notices);
  const jobs = [
    { pauseMs: checkEveryMs, name: 'check destinations', work: check },
    { pauseMs: minuteMs, name: 'notify of broken destinations', work: notify },
  ].map(({ pauseMs, name, work }) =>
    every({ pauseMs, name, log }, (signal) => locks.unlessHeld(jobLock(name), () => work(signal))),
  );
  return () => Promise.all(jobs.map((stop) => stop()));
}
