import { randomUUID } from 'node:crypto';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { holdDescriptors } from '#adapters/descriptors/reserve';
import { watchDescriptors } from '#adapters/descriptors/scarcity';
import type { DataDirLock } from '#adapters/embedded/data-dir-lock';
import { createStartingApp } from '#api';
import { addressOf } from '#adapters/http/frame/caller';
import { endingConnections } from '#adapters/http/frame/end-connections';
import { defectResponse } from '#adapters/http/frame/problem';
import { readLongHeaders } from '#adapters/http/frame/header-limit';
import type { Readiness } from '#adapters/http/health';
import type { Answer, Front } from '#adapters/http/redirect/front';
import { serveHttp, type HttpServer } from '#adapters/http/serve';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { endAll } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Addresses } from './addresses.ts';
import { bringUp, type FrameParts, type Opened, type Stage } from './bring-up.ts';
import { trackWhileStarting } from './ingress.ts';
import { openRedirects, type Redirects } from './redirects.ts';
import type { AppSecret } from './secrets.ts';
import { configuredProviders } from './social.ts';
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

/** For the spool's files, and to start an engine again. */
const reservedDescriptors = 24;
/**
 * How long each stage of a stop may take, worst cases added up: 19 s. Whatever is cut off goes on at
 * the next start, since a kill may come at any time.
 */
const stopStagesMs = { inFlight: 5 * secondMs, workers: 3 * secondMs, stores: 11 * secondMs };

/**
 * Redirects at once, from what is on disk; then brings up the stores, and with them the API. A stop
 * ends everything in the reverse order, once however often it is asked for.
 */
export function startApplication(given: Given): Application {
  const { log } = given;
  const descriptors = holdDescriptors(reservedDescriptors);
  const redirects = openRedirects({ ...given, descriptors });
  const stopping = new AbortController();
  const opened: Opened = { workers: [], stores: [] };
  let isDraining = false;
  const frame = frameOf(given, () => ({
    ...readinessOf(stage, redirects),
    ...(isDraining && { phase: 'draining' }),
  }));
  let stage = beforeStores(redirects, frame);
  const first = stage;
  const server = listen(given, {
    front: redirects.front(
      { ask: (name) => stage.source.ask(name) },
      webOf(given, (request) => stage.app.fetch(request)),
    ),
    onPoll: descriptors.closed,
  });
  const enter = (entered: Stage): void => void (stage = entered);
  const { signal } = stopping;
  const bringing = { ...given, descriptors };
  const ready = bringUp({ given: bringing, redirects, frame, first, signal, opened, enter });
  const drain = (): void => void (isDraining = true);
  const stop = async (): Promise<void> => {
    drain();
    stopping.abort();
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

function listen({ port, config, log }: Given, { front, onPoll }: Listening): HttpServer {
  readLongHeaders();
  return serveHttp({
    port,
    hostname: config.host,
    error: (error) => {
      const requestId = randomUUID();
      log.error('a request met a defect', { requestId, ...faultFields(error) });
      return defectResponse(requestId);
    },
    answer: endingConnections(front, watchDescriptors({ log, onPoll })),
  });
}

/** The web app in front of the API. */
function webOf({ config, addresses }: Given, api: Answer): Answer {
  return webInFrontOf(api, {
    ...config,
    ...addresses,
    uploadOrigin: config.s3?.endpoint ?? null,
    signInWith: configuredProviders(config),
  });
}

/** Takes no more; what is in flight is cut off when it takes too long. */
async function stopServing(server: HttpServer): Promise<void> {
  const finished = server.stop().then(() => true);
  const late = Bun.sleep(stopStagesMs.inFlight).then(() => false);
  if (!(await Promise.race([finished, late]))) void server.stop(true);
}

/** Redirects work alone: the API refuses, and the pixel takes what it can. */
function beforeStores(redirects: Redirects, frame: FrameParts): Stage {
  const pixel = { trackByPixel: trackWhileStarting(redirects), addressOf };
  return {
    phase: 'starting',
    app: createStartingApp({ ...frame, pixel }),
    source: { ask: () => Promise.resolve('away') },
    postgres: () => 'starting',
    clickhouse: () => 'starting',
    cache: () => (redirects.hasSnapshot ? 'degraded' : 'starting'),
  };
}

function frameOf({ addresses, log }: Given, readiness: () => Readiness): FrameParts {
  const isOutage = (error: unknown) => isPostgresOutage(error) || isClickHouseOutage(error);
  return { appUrl: addresses.appUrl, log, isOutage, readiness };
}

function readinessOf(stage: Stage, { spool, disk }: Redirects): Readiness {
  const cache = stage.cache();
  return {
    phase: stage.phase,
    canRedirect: cache === 'up' || cache === 'degraded',
    postgres: stage.postgres(),
    clickhouse: stage.clickhouse(),
    spool: spool.isLosing() ? 'degraded' : 'up',
    disk: disk.isLow() ? 'degraded' : 'up',
    cache,
  };
}
