import { clickhouseConversionHours } from '#adapters/clickhouse/events/conversion-hours';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseMilestones } from '#adapters/clickhouse/analytics/milestones';
import { postgresConversionAlerts } from '#adapters/postgres/conversions/conversion-alerts';
import type { Sql } from '#adapters/postgres/connect';
import { postgresDatedSources } from '#adapters/postgres/notices/dated-sources';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { alertConversions } from '#core/notices/alert-conversions';
import { changePreferences, readPreferences } from '#core/notices/preferences';
import { notifyOfConversions } from '#core/notices/notify-of-conversions';
import {
  forgetNotices,
  notifyOfEndingTrials,
  notifyOfExpiredLinks,
} from '#core/notices/dated-notices';
import { notifyOfMilestones } from '#core/notices/notify-of-milestones';
import type { NoticePorts } from '#core/notices/ports';
import type { Log } from '#core/shared/log';
import { hourMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { clockGuard } from './background/clock-guard.ts';
import { every } from '#adapters/timers/every';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type NoticeParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Origins;
  readonly log: Log;
};

/** The ports of notices. */
export function noticePorts({ sql, secret, origins }: Omit<NoticeParts, 'log'>): NoticePorts {
  const { appUrl, shortUrl } = origins;
  return { notices: postgresNotices(sql, sealOf(secret)), appUrl, shortUrl, newId, clock };
}

/** What people want to be notified of. */
export function composePreferences(sql: Sql) {
  const ports = { preferences: postgresPreferences(sql), clock };
  return { readPreferences: readPreferences(ports), changePreferences: changePreferences(ports) };
}

/** Polling interval for new events. */
const pollMs = 3 * secondMs;

/**
 * Starts the notices about Postgres's own data; returns a function that stops them. Several
 * instances may do this: no event gets two notices.
 */
export function startNotices(parts: NoticeParts & { readonly config: Pick<Config, 'payments'> }) {
  const { sql, secret, config, log } = parts;
  const ports = {
    ...noticePorts(parts),
    dates: postgresDatedSources(sql),
    alerts: postgresConversionAlerts(sql, sealOf(secret)),
  };
  const guarded = clockGuard({ sql, log });
  const forgetting = 'delete old notices';
  const jobs = [
    every({ pauseMs: pollMs, name: 'notify of expired links', log }, () =>
      notifyOfExpiredLinks(ports),
    ),
    every({ pauseMs: pollMs, name: 'mail conversions', log }, () => alertConversions(ports)),
    every(
      { pauseMs: hourMs, name: forgetting, log },
      guarded(forgetting, () => forgetNotices(ports)),
    ),
  ];
  // Without payments, trials do not end.
  if (config.payments.kind !== 'off') {
    const name = 'notify of ending trials';
    jobs.push(every({ pauseMs: pollMs, name, log }, () => notifyOfEndingTrials(ports)));
  }
  return () => Promise.all(jobs.map((stop) => stop()));
}

/** Starts the notices about clicks and conversions; returns a function that stops them. */
export function startEventNotices({
  sql,
  secret,
  clickHouse,
  log,
}: Pick<NoticeParts, 'sql' | 'secret' | 'log'> & { readonly clickHouse: ClickHouse }) {
  const notices = postgresNotices(sql, sealOf(secret));
  const milestones = notifyOfMilestones({
    clicks: clickhouseMilestones(clickHouse),
    notices,
    clock,
  });
  const conversions = notifyOfConversions({
    conversions: clickhouseConversionHours(clickHouse),
    preferences: postgresPreferences(sql),
    notices,
    clock,
  });
  const jobs = [
    every({ pauseMs: pollMs, name: 'notify of clicks', log }, milestones),
    every({ pauseMs: pollMs, name: 'notify of conversions', log }, conversions),
  ];
  return () => Promise.all(jobs.map((stop) => stop()));
}
