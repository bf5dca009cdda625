import { clickhouseConversionHours } from '#adapters/clickhouse/events/conversion-hours';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseMilestones } from '#adapters/clickhouse/analytics/milestones';
import { postgresConversionAlerts } from '#adapters/postgres/conversions/conversion-alerts';
import type { Sql } from '#adapters/postgres/connect';
import { postgresNoticeSources } from '#adapters/postgres/notices/notice-sources';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { alertConversions } from '#core/notices/alert-conversions';
import { forgetNotices } from '#core/notices/forget-notices';
import { listNotices } from '#core/notices/list-notices';
import { changePreferences, readPreferences } from '#core/notices/preferences';
import { readNotices } from '#core/notices/read-notices';
import { notifyOfConversions } from '#core/notices/notify-of-conversions';
import { notifyOfEndingTrials } from '#core/notices/notify-of-ending-trials';
import { notifyOfExpiredLinks } from '#core/notices/notify-of-expired-links';
import { notifyOfMilestones } from '#core/notices/notify-of-milestones';
import type { Log } from '#core/shared/log';
import { hourMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from './origins.ts';
import { clockGuard } from './background/clock-guard.ts';
import { every } from './background/every.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type NoticeParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Origins;
  readonly log: Log;
};

/** The use cases of a person's notices. */
export function composeNotices({ sql, secret }: Pick<NoticeParts, 'sql' | 'secret'>) {
  const ports = {
    notices: postgresNotices(sql, sealOf(secret)),
    preferences: postgresPreferences(sql),
    clock,
  };
  return {
    listNotices: listNotices(ports),
    readNotices: readNotices(ports),
    readPreferences: readPreferences(ports),
    changePreferences: changePreferences(ports),
  };
}

/** Polling interval for new events. */
const pollMs = 3 * secondMs;

/**
 * Starts the notices about Postgres's own data; returns a function that stops them. Several
 * instances may do this: no event gets two notices.
 */
export function startNotices({
  sql,
  secret,
  origins,
  config,
  log,
}: NoticeParts & { readonly config: Pick<Config, 'payments'> }) {
  const sources = postgresNoticeSources(sql);
  const seal = sealOf(secret);
  const ports = { notices: postgresNotices(sql, seal), ...origins, newId, clock };
  const jobs = [
    every(
      { pauseMs: pollMs, name: 'notify of expired links', log },
      notifyOfExpiredLinks({ ...ports, links: sources }),
    ),
    every(
      { pauseMs: pollMs, name: 'mail conversions', log },
      alertConversions({ ...ports, alerts: postgresConversionAlerts(sql, seal) }),
    ),
    every(
      { pauseMs: hourMs, name: 'delete old notices', log },
      clockGuard({ sql, log })('delete old notices', forgetNotices({ notices: sources, clock })),
    ),
  ];
  // Without payments, trials do not end.
  if (config.payments.kind !== 'off') {
    const notify = notifyOfEndingTrials({ ...ports, trials: sources });
    jobs.push(every({ pauseMs: pollMs, name: 'notify of ending trials', log }, notify));
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
