import { randomUUID } from 'node:crypto';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { holdDescriptors } from '#adapters/descriptors/reserve';
import { watchDescriptors } from '#adapters/descriptors/scarcity';
import type { DataDirLock } from '#adapters/embedded/data-dir-lock';
import { createStartingApp } from '#api';
import { addressOf, keepOpen } from '#adapters/http/frame/caller';
import { endingConnections } from '#adapters/http/frame/end-connections';
import { defectResponse } from '#adapters/http/frame/problem';
import { readLongHeaders } from '#adapters/http/frame/header-limit';
import type { Readiness } from '#adapters/http/health';
import { serveHttp, type HttpServer } from '#adapters/http/serve';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { openLinkCache, type LinkCache } from '#adapters/postgres/links/link-cache';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import type { FindLinkPorts } from '#core/redirect/find-link';
import type { Descriptors } from '#core/shared/descriptors';
import { endAll, unlessAborted, type End } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Addresses } from './addresses.ts';
import { composeApi } from './api.ts';
import { openAudit } from './audit.ts';
import { startBilling } from './billing.ts';
import { trackWhileStarting } from './ingress.ts';
import { startJobs } from './jobs.ts';
import { openLater } from './background/later.ts';
import { openLive } from './live.ts';
import { startMail } from './mail.ts';
import { startEventNotices, startNotices } from './notices.ts';
import { openRedirects, type Redirects } from './redirects.ts';
import type { AppSecret } from './secrets.ts';
import { configuredProviders } from './social.ts';
import {
  bringClickHouse,
  migrateEvents,
  openPostgres,
  refuseSecondEventStore,
} from './engines/stores.ts';
import { storeVisits } from './engines/visits.ts';
import { webInFrontOf } from './web-app.ts';

export type Application = {
  /** Resolves when the API answers; redirects have begun long before. */
  readonly ready: Promise<void>;
  /** From now on `/readyz` answers 503, so that no new visitors are sent here; all else goes on. */
  drain(): void;
  /** Takes no more, finishes what is in flight, writes everything down, ends the engines. */
  stop(): Promise<void>;
};

export type Given = {
  readonly config: Config;
  readonly log: Log;
  readonly dataDir: string;
  /** Held for as long as the application lives. */
  readonly lock: DataDirLock;
  readonly secret: AppSecret;
  readonly port: number;
  readonly addresses: Addresses;
};

/** What comes up behind the redirects, as far as it has come. */
type Late = {
  phase: Readiness['phase'];
  app: { fetch(request: Request): Response | Promise<Response> };
  source: FindLinkPorts['source'];
  postgres: () => Readiness['postgres'];
  clickhouse: () => Readiness['clickhouse'];
  cache: () => Readiness['cache'];
  /** What works with the stores, and ends before them. */
  readonly workers: End[];
  readonly stores: End[];
};

/** For the spool's files, and to start an engine again. */
const reservedDescriptors = 24;
/** A ClickHouse of the operator's that is away holds the start up for no longer than this. */
const clickHousePatienceMs = 3 * secondMs;
const countAgainMs = 5 * secondMs;
/**
 * How long each stage of a stop may take, worst cases added up: 19 s. Whatever is cut off goes on at
 * the next start, since a kill may come at any time.
 */
const stopStagesMs = {
  inFlight: 5 * secondMs,
  drain: 2.5 * secondMs,
  workers: 3 * secondMs,
  stores: 11 * secondMs,
};

/**
 * Redirects at once, from what is on disk; then brings up the stores, and with them the API. A stop
 * ends everything in the reverse order, once however often it is asked for.
 */
export function startApplication(given: Given): Application {
  const descriptors = holdDescriptors(reservedDescriptors);
  const redirects = openRedirects({ ...given, descriptors });
  const stopping = new AbortController();
  const late = beforeStores(redirects);
  readLongHeaders();
  const server = serveHttp({
    port: given.port,
    hostname: given.config.host,
    error: (error) => {
      const requestId = randomUUID();
      given.log.error('a request met a defect', { requestId, ...faultFields(error) });
      return defectResponse(requestId);
    },
    answer: endingConnections(
      redirects.front(
        { ask: (name) => late.source.ask(name) },
        webInFrontOf((request) => late.app.fetch(request), {
          ...given.config,
          ...given.addresses,
          uploadOrigin: given.config.s3?.endpoint ?? null,
          signInWith: configuredProviders(given.config),
        }),
      ),
      watchDescriptors({ log: given.log, onLook: descriptors.closed }),
    ),
  });
  const pixel = { trackByPixel: trackWhileStarting(redirects), addressOf };
  late.app = createStartingApp({ ...frameOf(given, redirects, late), pixel });
  const ready = bringUp({
    given: { ...given, descriptors },
    redirects,
    late,
    signal: stopping.signal,
  });
  const drain = (): void => void (late.phase = 'draining');
  const stop = async (): Promise<void> => {
    drain();
    stopping.abort();
    await stopServing(server);
    await redirects.close();
    const { log } = given;
    await endAll(late.workers, { withinMs: stopStagesMs.workers, log });
    await endAll(late.stores, { withinMs: stopStagesMs.stores, log });
    given.lock.release();
  };
  let stopped: Promise<void> | null = null;

  return { ready, drain, stop: () => (stopped ??= stop()) };
}

/** Takes no more; what is in flight is cut off when it takes too long. */
async function stopServing(server: HttpServer): Promise<void> {
  const finished = server.stop().then(() => true);
  const late = Bun.sleep(stopStagesMs.inFlight).then(() => false);
  if (!(await Promise.race([finished, late]))) void server.stop(true);
}

function beforeStores(redirects: Redirects): Late {
  return {
    phase: 'starting',
    app: { fetch: () => new Response(null, { status: 503 }) },
    source: { ask: () => Promise.resolve('away') },
    postgres: () => 'starting',
    clickhouse: () => 'starting',
    cache: () => (redirects.hasSnapshot ? 'degraded' : 'starting'),
    workers: [],
    stores: [],
  };
}

function frameOf({ addresses, log }: Given, redirects: Redirects, late: Late) {
  const readiness = (): Readiness => ({
    phase: late.phase,
    canRedirect: late.cache() === 'up' || late.cache() === 'degraded',
    postgres: late.postgres(),
    clickhouse: late.clickhouse(),
    spool: redirects.spool.isLosing() ? 'degraded' : 'up',
    disk: redirects.disk.isLow() ? 'degraded' : 'up',
    cache: late.cache(),
  });
  const isOutage = (error: unknown) => isPostgresOutage(error) || isClickHouseOutage(error);
  return { appUrl: addresses.appUrl, log, isOutage, readiness };
}

type BringUp = {
  readonly given: Given & { readonly descriptors: Descriptors };
  readonly redirects: Redirects;
  readonly late: Late;
  readonly signal: AbortSignal;
};

/** Both engines at once; then the links, the API, and what brings visits into the event store. */
async function bringUp({ given, redirects, late, signal }: BringUp): Promise<void> {
  const { config, log } = given;
  const engines = { ...given, isPatient: redirects.hasSnapshot };
  const bringing = bringClickHouse(engines, signal);
  const opening = openPostgres(engines, signal);
  late.stores.push(endOf(bringing), endOf(opening));
  const postgres = await unlessAborted(signal, opening);
  late.source = routedLinks(postgres.sql);
  const cache = openLinkCache({ url: postgres.url, index: redirects.index, log });
  late.workers.push(cache.close, redirects.blocklist.findPeople(postgres.sql, redirects.index));
  late.cache = () => cacheState(cache.state(), redirects.hasSnapshot);
  late.postgres = () => (postgres.isAnswering() && cache.state() !== 'away' ? 'up' : 'down');

  const claim = await unlessAborted(signal, refuseSecondEventStore(given, postgres, signal));
  const { sql, locks } = postgres;
  const parts = { ...given, sql, locks, disk: redirects.disk };
  late.workers.push(claim.release, startMail(parts), startNotices(parts));
  const clickHouse = await unlessAborted(signal, bringing);
  const { stop: stopAudit, audit } = openAudit({ ...parts, addressOf });
  late.workers.push(stopAudit);
  const events = clickHouse.client;
  const resets = openLater({ name: 'mail reset links', log });
  late.workers.push(resets.stop);
  const live = openLive({
    ...{ sql, databaseUrl: postgres.url, clickHouse: events, log, signal },
    index: redirects.index,
  });
  late.workers.push(live.end);
  late.app = composeApi({
    ...given,
    ...frameOf(given, redirects, late),
    ...{ sql, locks, clickHouse: events },
    live: { ...live, keepOpen },
    redirects,
    later: resets.later,
    isRegistrationOpen: config.registration === 'open',
    addressOf,
    audit,
  });
  late.workers.push(startBilling(parts));
  await unlessAborted(signal, cache.loaded);
  if (late.phase === 'starting') late.phase = 'serving';

  const countVisits = async (): Promise<void> => {
    await migrateEvents(given, { postgres, clickHouse }, signal);
    signal.throwIfAborted();
    const drain = storeVisits(given, redirects, { postgres, clickHouse });
    late.workers.push(() => drain.stop(stopStagesMs.drain));
    late.clickhouse = () =>
      clickHouse.state() === 'ready' && drain.status().state !== 'failing' ? 'up' : 'degraded';
    const jobs = { ...parts, clickHouse: events };
    late.workers.push(startJobs(jobs), startEventNotices(jobs));
  };
  const counting = countVisits();
  counting.catch(() => {});
  await unlessAborted(signal, Promise.race([counting, Bun.sleep(clickHousePatienceMs)]));
  void untilCounted({ counting, countVisits, signal, log });
}

type Counting = {
  readonly counting: Promise<void>;
  readonly countVisits: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
};

/** Whatever an event store answers once the start is over: visits wait on disk, and it is asked again. */
async function untilCounted({ counting, countVisits, signal, log }: Counting): Promise<void> {
  for (let attempt = counting; ; attempt = countVisits()) {
    try {
      return await attempt;
    } catch (error) {
      if (signal.aborted) return;
      log.error('visits wait on disk: no event store', faultFields(error));
      await Bun.sleep(countAgainMs);
    }
  }
}

/** Ends what is still being opened as soon as it is. */
function endOf(opening: Promise<{ stop(): Promise<void> }>): End {
  const stop = opening.then(
    (opened) => opened.stop,
    () => () => Promise.resolve(),
  );
  return async () => (await stop)();
}

/** Links from the snapshot, or from before Postgres went away, redirect, though they may be old. */
function cacheState(
  state: ReturnType<LinkCache['state']>,
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
