import { randomUUID } from 'node:crypto';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { holdDescriptors } from '#adapters/descriptors/reserve';
import { watchDescriptors } from '#adapters/descriptors/scarcity';
import type { DataDirLock } from '#adapters/embedded/data-dir-lock';
import { createStartingApp } from '#adapters/http/app';
import { addressOf } from '#adapters/http/frame/caller';
import { endingConnections } from '#adapters/http/frame/end-connections';
import { defectResponse } from '#adapters/http/frame/problem';
import { readLongHeaders } from '#adapters/http/frame/header-limit';
import type { Readiness } from '#adapters/http/health';
import type { Respond, Front } from '#adapters/http/redirect/front';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { privacyPage } from '#adapters/http/web/privacy-page';
import { web } from '#adapters/http/web/web';
import { readWebFiles } from '#adapters/http/web/web-files';
import { readWebPages } from '#adapters/http/web/web-pages';
import { webFolder, whenWebIsBuilt } from '#roots/launch/web-build';
import { serveHttp, type HttpServer } from '#adapters/http/serve';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { endAll } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { bringUp, type FrameParts, type Opened, type Stage } from './bring-up.ts';
import { reportWhileStarting } from './conversions.ts';
import { openRedirects, type Redirects } from './redirects.ts';
import type { AppSecret } from './secrets.ts';
import { configuredProviders } from './accounts.ts';
import { instanceState, metricsText } from './watching/metrics.ts';
import { watchLoopDelay } from '#adapters/timers/loop-delay';
import { openWatch, type Watch } from './watching/watch.ts';

export type Application = {
  /** Resolves when the API answers; redirects work much earlier. */
  readonly ready: Promise<void>;
  /** From now on `/readyz` answers 503, so that new visitors go elsewhere; the rest continues. */
  drain(): void;
  /**
   * Accepts no more requests, finishes running ones, writes everything to disk, and ends the
   * engines.
   */
  stop(): Promise<void>;
};

export type ApplicationOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly dataDir: string;
  /** Held until the application has ended. */
  readonly lock: DataDirLock;
  readonly secret: AppSecret;
  readonly port: number;
  readonly origins: Origins;
  /** Log lines that were dropped since the start. */
  readonly droppedLogLines: () => number;
};

/** File descriptors that are reserved for the spool's files and for restarting an engine. */
const reservedDescriptors = 24;
/**
 * Time limit of each stage of a stop; the worst cases add up to 19 s. Work that is cut off
 * continues at the next start, because a kill may happen at every moment.
 */
const stopStagesMs = { inFlight: 5 * secondMs, workers: 3 * secondMs, stores: 11 * secondMs };

/**
 * Redirects at once with the data on disk. Then starts the stores and the API. A stop ends
 * everything in reverse order, once, also when it is called several times.
 */
export function startApplication(given: ApplicationOptions): Application {
  const { log } = given;
  const descriptors = holdDescriptors(reservedDescriptors);
  const watch = openWatch();
  const loopDelay = watchLoopDelay();
  const redirects = openRedirects({ ...given, descriptors, watch });
  const stopping = new AbortController();
  const opened: Opened = { workers: [], stores: [] };
  let isDraining = false;
  const readiness = (): Readiness => ({
    ...readinessOf(stage, redirects, watch.troubles()),
    ...(isDraining && { phase: 'draining' }),
  });
  const frame = frameOf(given, { readiness, meter: watch.http });
  const watched = { ...given, redirects, readiness, watch, loopDelay };
  let stage = beforeStores(redirects, frame, given.secret);
  const first = stage;
  const server = listen(given, {
    front: redirects.front(
      { ask: (name) => stage.source.ask(name) },
      webOf(given, (request) => stage.app.fetch(request)),
      { token: given.config.metricsToken, text: metricsText(watched) },
    ),
    onPoll: descriptors.closed,
  });
  const enter = (entered: Stage): void => void (stage = entered);
  const { signal } = stopping;
  const bringing = { ...given, descriptors, watch, instance: instanceState(watched) };
  const ready = bringUp({ given: bringing, redirects, frame, first, signal, opened, enter });
  const drain = (): void => void (isDraining = true);
  const stop = async (): Promise<void> => {
    drain();
    stopping.abort();
    loopDelay.stop();
    await stopServing(server);
    await redirects.close();
    await endAll(opened.workers, { withinMs: stopStagesMs.workers, log });
    await endAll(opened.stores, { withinMs: stopStagesMs.stores, log });
    given.lock.release();
  };
  let stopped: Promise<void> | null = null;

  return { ready, drain, stop: () => (stopped ??= stop()) };
}

type Listening = { readonly front: Front; readonly onPoll: () => void };

function listen(
  { port, config, log, origins }: ApplicationOptions,
  { front, onPoll }: Listening,
): HttpServer {
  readLongHeaders();
  return serveHttp({
    port,
    hostname: config.host,
    error: (error) => {
      const requestId = randomUUID();
      log.error('a request failed because of a defect', { requestId, ...faultFields(error) });
      return defectResponse({ appUrl: origins.appUrl, requestId });
    },
    answer: endingConnections(front, watchDescriptors({ log, onPoll })),
  });
}

/** The web app in front of the API, read from the last build while the engines start. */
function webOf({ config, origins }: ApplicationOptions, api: Respond): Respond {
  const { appUrl } = origins;
  const instance = {
    ...config,
    ...origins,
    uploadOrigin: config.s3?.endpoint ?? null,
    signInWith: configuredProviders(config),
  };
  const open = async (): Promise<Respond> => {
    const [files, pages] = await Promise.all([
      readWebFiles(webFolder),
      readWebPages(webFolder, instance),
    ]);
    const privacy = privacyPage(instance);
    return web({ files, pages, privacy, api, cookie: sessionCookie(appUrl), appUrl });
  };
  let opened = open();
  whenWebIsBuilt(() => {
    opened = open();
  });
  return async (request) => (await opened)(request);
}

/** Accepts no more requests; running ones are cut off when they take too long. */
async function stopServing(server: HttpServer): Promise<void> {
  const finished = server.stop().then(() => true);
  const late = Bun.sleep(stopStagesMs.inFlight).then(() => false);
  if (!(await Promise.race([finished, late]))) void server.stop(true);
}

/**
 * The first stage, before the stores have started: links redirect, the pixel and postbacks are
 * recorded, and the API refuses all other calls.
 */
function beforeStores(redirects: Redirects, frame: FrameParts, secret: AppSecret): Stage {
  const reports = reportWhileStarting({ redirects, secret });
  return {
    phase: 'starting',
    app: createStartingApp({ ...frame, reports, addressOf }),
    source: { ask: () => Promise.resolve('away') },
    postgres: () => 'starting',
    clickhouse: () => 'starting',
    cache: () => (redirects.hasSnapshot ? 'degraded' : 'starting'),
  };
}

function frameOf(
  { origins, log }: ApplicationOptions,
  parts: Pick<FrameParts, 'readiness' | 'meter'>,
): FrameParts {
  const isOutage = (error: unknown) => isPostgresOutage(error) || isClickHouseOutage(error);
  return { appUrl: origins.appUrl, log, isOutage, ...parts };
}

function readinessOf(
  stage: Stage,
  { spool, disk }: Redirects,
  troubles: ReturnType<Watch['troubles']>,
): Readiness {
  const cache = stage.cache();
  return {
    phase: stage.phase,
    canRedirect: cache === 'up' || cache === 'degraded',
    postgres: stage.postgres(),
    clickhouse: stage.clickhouse(),
    spool: spool.isLosing() ? 'degraded' : 'up',
    disk: disk.isLow() ? 'degraded' : 'up',
    cache,
    ...watchedStates(troubles),
  };
}

/** The states of parts that have reported, and sentences about what is wrong with them. */
function watchedStates(
  troubles: ReturnType<Watch['troubles']>,
): Pick<Readiness, 'backups' | 'clock' | 'details'> {
  const { backups, clock } = troubles;
  const stateOf = (trouble: string | null) => (trouble === null ? 'up' : 'degraded');
  return {
    ...(backups !== undefined && { backups: stateOf(backups) }),
    ...(clock !== undefined && { clock: stateOf(clock) }),
    details: Object.fromEntries(
      Object.entries(troubles).flatMap(([part, text]) => (text === null ? [] : [[part, text]])),
    ),
  };
}
