import { clickhouseVersion } from '#adapters/clickhouse/version';
import { addressOf, keepOpen } from '#adapters/http/frame/caller';
import { auditTrail } from '#adapters/http/frame/audit-trail';
import type { HttpMeter } from '#adapters/http/frame/http-meter';
import type { Readiness } from '#adapters/http/health';
import type { AdminRoutesPorts } from '#adapters/http/operators/admin';
import { auditQueue } from '#adapters/postgres/accounts/audit-queue';
import { lastBackupCompletedMs } from '#adapters/postgres/backup/runs';
import { openLinkFeed, type LinkFeed } from '#adapters/postgres/links/link-feed';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import { postgresWaitingMails } from '#adapters/postgres/notices/waiting-mails';
import { postgresVersion } from '#adapters/postgres/version';
import type { FindLinkPorts } from '#core/redirect/find-link';
import type { Descriptors } from '#core/shared/descriptors';
import { unlessAborted, type End } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { composeApi } from './api.ts';
import { openContext, withEventStore, type EventContext } from './context.ts';
import { forgetMarks } from './work.ts';
import { openLinkChapter } from './links.ts';
import { startJobs, startOwnJobs, type Job } from '#adapters/timers/jobs';
import { openDeferredWork } from '#adapters/timers/deferred-work';
import { bringClickHouse, migrateEvents, refuseSecondEventStore } from './engines/clickhouse.ts';
import { openPostgres, type PostgresStore } from './engines/postgres.ts';
import { apiJobs, eventJobs, linkJobs, noticeJobs } from './jobs.ts';
import { openLive } from './live.ts';
import { systemClock as clock } from './system.ts';
import type { Redirects } from './redirects.ts';
import { storeVisits } from './visits.ts';
import type { AppSecret } from './secrets.ts';
import { beforeUpgrade } from './upgrade.ts';
import type { Watch } from './watching/watch.ts';

/**
 * The parts that already work besides the redirects during the start. Each stage replaces the
 * previous one.
 */
export type Stage = {
  readonly phase: 'starting' | 'serving';
  readonly app: { fetch(request: Request): Response | Promise<Response> };
  readonly source: FindLinkPorts['source'];
  readonly postgres: () => Readiness['postgres'];
  readonly clickhouse: () => Readiness['clickhouse'];
  readonly cache: () => Readiness['cache'];
};

/** The ports of the frame, which every stage of the API uses. */
export type FrameParts = {
  readonly appUrl: string;
  readonly log: Log;
  readonly isOutage: (error: unknown) => boolean;
  readonly readiness: () => Readiness;
  readonly meter: HttpMeter;
};

/** What a stop has to end: first the workers, which use the stores, then the stores. */
export type Opened = { readonly workers: End[]; readonly stores: End[] };

type StartOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly port: number;
  readonly origins: Origins;
  readonly descriptors: Descriptors;
  readonly watch: Watch;
  readonly instance: AdminRoutesPorts['instance'];
};

type BringUp = {
  readonly given: StartOptions;
  readonly redirects: Redirects;
  readonly frame: FrameParts;
  /** The stage in which only redirects work. */
  readonly first: Stage;
  readonly signal: AbortSignal;
  /** Each step adds what it has opened, in the same turn of the event loop. */
  readonly opened: Opened;
  /** Replaces the stage. */
  enter(stage: Stage): void;
};

/** How long the start waits for the operator's own ClickHouse while it is away. */
const clickHousePatienceMs = 3 * secondMs;
const countAgainMs = 5 * secondMs;

/**
 * Starts both engines at the same time; then the links, the API, and the drain. Resolves when the
 * API answers. Rejects when `signal` aborts.
 */
export async function bringUp(parts: BringUp): Promise<void> {
  const { given, redirects, frame, first, signal, opened, enter } = parts;
  const engines = bringEngines(given, redirects, signal);
  opened.stores.push(...engines.ends);

  const postgres = await unlessAborted(signal, engines.postgres);
  const { pool, sql } = postgres;
  given.watch.add({
    postgresVersion: postgresVersion(sql),
    pool,
    waitingMails: postgresWaitingMails(sql),
    lastBackup: () => lastBackupCompletedMs(sql),
  });
  const links = openLinks(given, redirects, postgres);
  opened.workers.push(...links.ends);
  const withLinks = { ...first, ...links.stage };
  enter(withLinks);

  const claim = await unlessAborted(signal, refuseSecondEventStore(given, postgres, signal));
  const context = openContext({ ...given, redirects, sql, locks: postgres.locks });
  const start = (jobs: readonly Job[]): number =>
    opened.workers.push(startJobs(jobs, context.jobs));
  opened.workers.push(claim.release);
  start(noticeJobs(context));

  const clickHouse = await unlessAborted(signal, engines.clickHouse);
  const stores = { postgres, clickHouse };
  given.watch.add({ clickhouseVersion: clickhouseVersion(clickHouse.client) });
  const whole = withEventStore(context, clickHouse);
  const api = openApi({ given, whole, frame, databaseUrl: postgres.url, signal });
  opened.workers.push(...api.ends, forgetMarks(context));
  start(apiJobs(whole, api.links));
  const withApi = { ...withLinks, app: api.app };
  enter(withApi);

  await unlessAborted(signal, links.loaded);
  const serving: Stage = { ...withApi, phase: 'serving' };
  enter(serving);

  const countVisits = async (): Promise<void> => {
    await migrateEvents({ ...given, upgrade: engines.upgrade }, stores, signal);
    signal.throwIfAborted();
    const visits = storeVisits(given, { ...stores, redirects, onProgress: api.recordStored });
    opened.workers.push(visits.end);
    start(eventJobs(whole));
    enter({ ...serving, clickhouse: visits.state });
  };
  const counting = countVisits();
  counting.catch(() => {});
  await unlessAborted(signal, Promise.race([counting, Bun.sleep(clickHousePatienceMs)]));
  void untilCounted({ counting, countVisits, signal, log: given.log });
}

function bringEngines(given: StartOptions, redirects: Redirects, signal: AbortSignal) {
  const engines = { ...given, isPatient: redirects.hasSnapshot };
  const clickHouse = bringClickHouse(engines, signal);
  const upgrade = beforeUpgrade({ ...given, signal, enginesRun: clickHouse });
  const postgres = openPostgres({ ...engines, upgrade }, signal);
  return { clickHouse, postgres, upgrade, ends: [endOf(clickHouse), endOf(postgres)] };
}

/** Keeps the links in memory equal to Postgres, and finds links that are not in memory yet. */
function openLinks({ log }: StartOptions, redirects: Redirects, postgres: PostgresStore) {
  const { index, domains, postbacks, hasSnapshot } = redirects;
  const cache = openLinkFeed({ url: postgres.url, index, domains, log });
  const stage = {
    source: routedLinks(postgres.sql),
    cache: (): Readiness['cache'] => cacheState(cache.state(), hasSnapshot),
    postgres: (): Readiness['postgres'] =>
      postgres.isAnswering() && cache.state() !== 'away' ? 'up' : 'down',
  };
  const ends = [
    cache.close,
    startOwnJobs(linkJobs({ ...redirects, sql: postgres.sql }), log),
    postbacks.follow(postgres.sql),
  ];
  return { stage, ends, loaded: cache.loaded };
}

/** Links from the snapshot, or from before an outage of Postgres, redirect, but may be outdated. */
function cacheState(
  state: ReturnType<LinkFeed['state']>,
  hasSnapshot: boolean,
): Readiness['cache'] {
  switch (state) {
    case 'starting':
      return hasSnapshot ? 'degraded' : 'starting';
    case 'fresh':
      return 'up';
    case 'away':
      return 'degraded';
  }
}

type OpenApi = {
  readonly given: StartOptions;
  readonly whole: EventContext;
  readonly frame: FrameParts;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
};

/** The API with what it starts of its own: the audit's queue, deferred work and open pages. */
function openApi({ given, whole, frame, databaseUrl, signal }: OpenApi) {
  const { config, log, origins, redirects, watch, records } = whole;
  const entries = auditQueue({ add: records.add, log });
  const resets = openDeferredWork({ name: 'mail reset links', log });
  watch.queue('audit', entries.waiting);
  watch.queue('deferred', resets.waiting);
  const { index, blocklist } = redirects;
  const shown = { index, bans: blocklist.bans, shortOrigin: origins.shortUrl };
  const live = openLive({ ...whole, ...shown, databaseUrl, signal });
  const links = openLinkChapter(whole, databaseUrl);
  const app = composeApi(whole, {
    ...frame,
    links,
    live: { ...live, keepOpen },
    isRegistrationOpen: config.registration === 'open',
    defer: resets.defer,
    addressOf,
    instance: given.instance,
    audit: auditTrail({
      record: entries.record,
      addressOf,
      keepsNetworks: config.ipStorage !== 'none',
      clock,
    }),
  });
  const ends = [entries.stop, resets.stop, live.end, links.stop];
  return { app, links, recordStored: live.recordStored, ends };
}

type Counting = {
  readonly counting: Promise<void>;
  readonly countVisits: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
};

/** Retries after every failure of the event store once the start is over: visits wait on disk. */
async function untilCounted({ counting, countVisits, signal, log }: Counting): Promise<void> {
  for (let attempt = counting; ; attempt = countVisits()) {
    try {
      return await attempt;
    } catch (error) {
      if (signal.aborted) return;
      log.error('visits wait on disk: the event store is not available', faultFields(error));
      await Bun.sleep(countAgainMs);
    }
  }
}

/** Ends a part that is still starting as soon as it has started. */
function endOf(opening: Promise<{ stop(): Promise<void> }>): End {
  const stop = opening.then(
    (opened) => opened.stop,
    () => () => Promise.resolve(),
  );
  return async () => (await stop)();
}
