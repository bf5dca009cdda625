import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import {
  type Engine as OwnEngine,
  hasOwn,
  serverMark,
  wasOnServer,
} from '#adapters/embedded/own-databases';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { ConfigError, type Config } from '#config';
import type { Descriptors } from '#core/shared/descriptors';
import { unlessAborted } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import type { Upgrade } from '#roots/compose/upgrade';

export type EngineOptions = {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  readonly descriptors: Descriptors;
};

/** `isPatient`: links already redirect, so starting an own engine is retried until it works. */
export type EngineStart = EngineOptions & { readonly isPatient: boolean };
export type Upgrading = { readonly upgrade: Upgrade };

type EngineState = 'ready' | 'restarting' | 'silent' | 'stopped';

/** A database server: our own, or an external one. */
export type Engine = {
  /** With credentials. */
  readonly url: string;
  state(): EngineState;
  stop(): Promise<void>;
};

/** A server that the operator runs. */
export function foreign(url: string): Engine {
  return { url, state: () => 'ready', stop: () => Promise.resolve() };
}

type Attempts = {
  /** Its name, for the log. */
  readonly engine: string;
  /** Links already redirect, so an engine that does not start must not end the process. */
  readonly isPatient: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
};

const attemptPauseMs = { first: secondMs, longest: 5 * secondMs };
/** How often a continuing failure is logged. */
const logEveryMs = minuteMs;

/**
 * Starts one of our own engines; with `isPatient` it retries until the engine starts. Otherwise it
 * rejects with the first failure. It always rejects at once with a `ConfigError`, and when `signal`
 * aborts.
 */
export async function bringEngine<Started>(
  { engine, isPatient, log, signal }: Attempts,
  bring: () => Promise<Started>,
): Promise<Started> {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  for (let waitMs = attemptPauseMs.first; ; waitMs = Math.min(waitMs * 2, attemptPauseMs.longest)) {
    signal.throwIfAborted();
    try {
      return await bring();
    } catch (error) {
      if (!isPatient || error instanceof ConfigError) throw error;
      if (performance.now() - loggedAtMs >= logEveryMs) {
        log.error(`${engine} does not start: retrying`, faultFields(error));
        loggedAtMs = performance.now();
      }
      await unlessAborted(signal, Bun.sleep(waitMs));
    }
  }
}

/** Retry interval for a store that is away at the start. */
const retryMs = secondMs;

/** Retries while the store is away; throws every other failure. */
export async function untilThere<T>(
  { store, log, signal }: { store: string; log: Log; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isPostgresOutage(error) && !isClickHouseOutage(error)) throw error;
      if (isFirst) log.warn(`${store} is not available: waiting for it`, faultFields(error));
      await Bun.sleep(retryMs);
    }
  }
}

/** Whether an external server is configured although `dataDir` contains an own one from before. */
export function leavesBehind(
  { config, dataDir }: EngineOptions,
  variable: 'databaseUrl' | 'clickhouseUrl',
  engine: OwnEngine,
): boolean {
  return config[variable] !== null && hasOwn(dataDir, engine);
}

/**
 * Throws when the database was on a server, and the setting that says so is missing: an empty database
 * in DATA_DIR would look like the loss of every account, link and click, and would get the visits that
 * wait.
 */
export function refuseForgotten(
  { dataDir }: EngineOptions,
  variable: string,
  engine: OwnEngine,
): void {
  if (!wasOnServer(dataDir, engine)) return;
  throw new ConfigError(
    `${variable}: it is not set, but the data of this DATA_DIR is on a server; set it again, or remove ${serverMark(dataDir, engine)} to begin with an empty database`,
  );
}

/** To the operator, continuing would look like the loss of every account, link and click. */
export function emptyStore(variable: string): ConfigError {
  return new ConfigError(
    `${variable}: the server is empty while DATA_DIR contains the data of earlier runs; move that data to the servers by bun run move to-servers, or set another DATA_DIR`,
  );
}
