import { randomUUID } from 'node:crypto';
import { clickhouseLimitedClicks } from '#adapters/clickhouse/analytics/limited-clicks';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import {
  clickhouseClickFinder,
  clickhouseConversionStore,
} from '#adapters/clickhouse/events/conversion-store';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { recordLastingVisitors } from '#adapters/clickhouse/events/lasting-visitors';
import { buildLateProjections } from '#adapters/clickhouse/events/late-projections';
import { holdMerges } from '#adapters/clickhouse/events/merges';
import type { Sql } from '#adapters/postgres/connect';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresOperatorMails } from '#adapters/postgres/notices/operator-mails';
import { postgresLimitedLinks } from '#adapters/postgres/links/limited-links';
import type { Locks } from '#adapters/postgres/pool/locks';
import { postgresSentVisits } from '#adapters/postgres/clicks/sent-visits';
import { completeConversions } from '#core/conversions/complete-conversions';
import { matchRefunds } from '#core/conversions/match-refunds';
import { eraseLinks, sweepErasedLinks } from '#core/links/erase-links';
import { closeSpentLinks } from '#core/links/options/close-spent-links';
import { tellOperators, warnOfLowDisk } from '#core/notices/warn-operators';
import type { Log } from '#core/shared/log';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { startBackups } from './backup/schedule.ts';
import { composeOwnSweep, composeSweep, type ObjectParts } from './avatars.ts';
import type { DataDisk } from './engines/disk.ts';
import type { ServerSql } from './analytics/server-sql.ts';
import { every } from '#adapters/timers/every';
import { jobLock } from './background/job-lock.ts';
import { startRetention } from './retention.ts';
import { sealOf } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';
import { watchLonePictures } from './watching/lone-pictures.ts';
import type { Watch } from './watching/watch.ts';
import { watchClock } from './watching/watch-clock.ts';

type Parts = ObjectParts & {
  readonly sql: Sql;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  /** Null with the built-in event store. */
  readonly serverSql: Pick<ServerSql, 'tend'> | null;
  readonly config: Pick<
    Config,
    'retentionMonths' | 'clickhouseUrl' | 'supportEmail' | 'visitorId' | 'backups' | 's3'
  >;
  readonly disk: Pick<DataDisk, 'isLow' | 'freeMb'>;
  readonly watch: Pick<Watch, 'add' | 'report'>;
  readonly log: Log;
};

/**
 * Starts the background work that one instance at a time does; returns a function that stops it.
 */
export function startJobs(parts: Parts): () => Promise<void> {
  const { sql, locks, clickHouse, config, disk, log } = parts;
  const told = composeTelling(parts);
  const erasures = postgresErasures(sql);
  const events = clickhouseEvents(clickHouse);
  const erase = eraseLinks({ erasures, events, instances: postgresSentVisits(sql) });
  const sweep = sweepErasedLinks({ clock, erasures, events });
  const build = () => buildLateProjections(clickHouse, clock.now());
  const { complete, match } = attribution(clickHouse);
  const closeSpent = closeSpentLinks({
    links: postgresLimitedLinks(sql),
    clicks: clickhouseLimitedClicks(clickHouse),
  });

  const jobs = [
    ...ofServer(parts),
    ...ofBuiltIn(parts),
    ...ofOwnFolder(parts),
    ifLeader(10 * secondMs, 'attribute conversions to their clicks', complete),
    ifLeader(10 * secondMs, 'match refunds with their sales', match),
    ifLeader(10 * secondMs, 'close links that reached their limit of clicks', closeSpent),
    ifLeader(10 * secondMs, 'erase deleted links', whenRoomy(erase)),
    ifLeader(dayMs, 'sweep deleted links', whenRoomy(sweep)),
    ifLeader(20 * secondMs, 'remove pictures', composeSweep(parts)),
    ifLeader(hourMs, 'build projections of ended months', whenRoomy(build)),
    ifLeader(minuteMs, 'warn operators', warnOfLowDisk({ ...told, disk, clock })),
  ];
  jobs.push(...startRetention(parts), ...startBackups({ ...parts, ...told }));
  jobs.push(watchClock({ ...parts, ...told }));
  if (config.visitorId === 'cookie') {
    const name = 'record lasting visitors';
    jobs.push(every({ pauseMs: minuteMs, name, log }, () => recordLastingVisitors(clickHouse)));
  }
  return async () => {
    await Promise.all(jobs.map((stop) => stop()));
  };

  /** Runs the work on one instance at a time. */
  function ifLeader(pauseMs: number, name: string, work: () => Promise<void>): () => Promise<void> {
    return every({ pauseMs, name, log }, () => locks.unlessHeld(jobLock(name), work));
  }

  /** Work that makes the store rewrite data waits while the disk is nearly full. */
  function whenRoomy(work: () => Promise<unknown>): () => Promise<void> {
    return async () => {
      if (!disk.isLow()) await work();
    };
  }
}

/** What gives a conversion its click when it could not have it from the beginning. */
function attribution(clickHouse: ClickHouse) {
  return {
    complete: completeConversions({
      clock,
      clicks: clickhouseClickFinder(clickHouse),
      conversions: clickhouseConversionStore(clickHouse),
      newBatch: randomUUID,
    }),
    match: matchRefunds({ clock, refunds: clickhouseRefunds(clickHouse) }),
  };
}

/** Every instance proves the operator's event store to itself; one of them tends its users. */
function ofServer({ serverSql, log }: Parts): (() => Promise<void>)[] {
  if (serverSql === null) return [];
  const name = 'update users of the event store';
  return [every({ pauseMs: 10 * secondMs, name, log }, serverSql.tend)];
}

/** The built-in event store writes to the disk of DATA_DIR. */
function ofBuiltIn({ config, clickHouse, disk, log }: Parts): (() => Promise<void>)[] {
  if (config.clickhouseUrl !== null) return [];
  const name = 'pause merges while the disk is nearly full';
  return [every({ pauseMs: 2 * secondMs, name, log }, holdMerges(clickHouse, disk.isLow))];
}

/** Without a bucket each instance has a folder of pictures, which the others cannot reach. */
function ofOwnFolder(parts: Parts): (() => Promise<void>)[] {
  if (parts.config.s3 !== null) return [];
  const name = 'remove pictures that other instances removed';
  const sweep = every({ pauseMs: hourMs, name, log: parts.log }, composeOwnSweep(parts));
  return [sweep, watchLonePictures(parts)];
}

/** How operators are told, and of which instance. */
function composeTelling({ sql, secret, config, origins }: Parts) {
  const mails = postgresOperatorMails(sql, sealOf(secret));
  const tell = tellOperators({ mails, supportEmail: config.supportEmail, newId, clock });
  return { tell, appUrl: origins.appUrl };
}
