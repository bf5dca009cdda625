import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { configExitCode, ConfigError, readConfig, type Config } from '#config';
import { DataDirUnusable, openDataDir } from '#adapters/embedded/data-dir';
import { DataDirInUse, lockDataDir } from '#adapters/embedded/data-dir-lock';
import { appSecret } from '#adapters/embedded/app-secret';
import { finishMove, unfinishedMove, usesIncomplete } from '#adapters/embedded/unfinished-move';
import { isRestoreUnfinished } from '#adapters/embedded/unfinished-restore';
import { freePort } from '#adapters/embedded/free-port';
import { ChangedMigration } from '#adapters/clickhouse/migrate';
import { MigrationError } from '#adapters/postgres/migrate';
import { CannotListen } from '#adapters/http/serve';
import type { Output } from '#adapters/log/output';
import { pinoLog } from '#adapters/log/pino-log';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { ExternalServices } from '#roots/config/external-services';
import { misspeltSettings } from '#roots/config/misspelt';
import { originsOf } from '#roots/config/origins';
import { refuseOtherWeb, WebNotBuilt } from './web-build.ts';
import {
  startApplication,
  type Application,
  type ApplicationOptions,
} from '#roots/compose/application';

/** Time limit of a stop; after that the process ends anyway. */
const stopWithinMs = 20_000;
/**
 * A terminal sends Ctrl-C to all its processes, and a launcher forwards it: another signal within
 * this time is the same one.
 */
const sameSignalMs = 2000;

/**
 * Waypost as a process: its configuration, its lock, its signals. A bad configuration ends it with
 * one clear line. Only tests pass other `services` than the real ones.
 */
export async function run(services?: ExternalServices): Promise<void> {
  let output: Output | null = null;
  try {
    const config = readConfig(process.env, services);
    await refuseOtherWeb();
    const logging = pinoLog(config.logLevel);
    output = logging.output;
    process.on('SIGUSR2', logging.toggleDebug);
    for (const { name, meant } of misspeltSettings(process.env)) {
      logging.log.warn('a variable is no setting and is ignored: check its name', { name, meant });
    }
    const given = await prepare(config, logging.log);
    await serve({ ...given, droppedLogLines: output.lostLines }, output);
  } catch (error) {
    await output?.flush();
    if (!isOperators(error)) throw error;
    console.error(`waypost: ${error.message}`);
    process.exit(configExitCode);
  }
}

/** Whether the operator can fix this error. */
function isOperators(error: unknown): error is Error {
  const kinds = [ConfigError, DataDirUnusable, DataDirInUse, CannotListen, WebNotBuilt];
  return [...kinds, MigrationError, ChangedMigration].some((kind) => error instanceof kind);
}

/** Resolves when everything has started; if a part fails, ends the started ones. */
async function serve(given: ApplicationOptions, output: Output): Promise<void> {
  const application = startApplication(given);
  endBySignal(application, given, output);
  try {
    await application.ready;
  } catch (error) {
    await application.stop();
    throw error;
  }
  output.write(`Waypost is ready at ${given.origins.appUrl}\n`);
}

/** Locks the data folder for this process until it ends, and determines the addresses. */
async function prepare(
  config: Config,
  log: Log,
): Promise<Omit<ApplicationOptions, 'droppedLogLines'>> {
  const dataDir = resolve(config.dataDir);
  await findHost(config.host);
  openDataDir(dataDir, {
    ownServers: config.databaseUrl === null || config.clickhouseUrl === null,
  });
  refuseUnfinished(config, dataDir);
  const lock = lockDataDir(dataDir);
  finishMove(dataDir);
  const newest = await appSecret(dataDir, config.appSecret);
  const secret = [newest, ...config.appSecretPrevious] as const;
  const port = config.port === 0 ? await freePort(undefined) : config.port;
  const origins = originsOf(config, port);

  return { config, log, dataDir, lock, secret, port, origins };
}

/**
 * Refuses a folder whose data is incomplete.
 * @throws DataDirUnusable
 */
function refuseUnfinished(config: Config, dataDir: string): void {
  if (isRestoreUnfinished(dataDir)) {
    throw new DataDirUnusable(
      dataDir,
      'a restore into it did not finish: run bun run restore again',
    );
  }
  const move = unfinishedMove(dataDir);
  const urls = { postgres: config.databaseUrl, clickhouse: config.clickhouseUrl };
  if (move === null || !usesIncomplete(move, urls)) return;
  throw new DataDirUnusable(
    dataDir,
    `a move did not finish: run bun run move ${move.direction} again`,
  );
}

/** @throws ConfigError when HOST is a name without an address. */
async function findHost(host: string): Promise<void> {
  await lookup(host).catch((cause: unknown) => {
    throw Object.assign(new ConfigError(`HOST: ${hostExpected}`), { cause });
  });
}

const hostExpected =
  'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or a name that leads to one';

/**
 * At the first signal this instance reports for DRAIN_SECONDS that it is not ready, then stops
 * gracefully. A later signal that is not a duplicate stops it at once, and so does the time limit
 * of a stop.
 */
function endBySignal(
  application: Application,
  { config, log }: ApplicationOptions,
  output: Output,
): void {
  let firstAtMs: number | null = null;
  const exit = async (code: number): Promise<never> => {
    await output.flush();
    process.exit(code);
  };
  const stop = async (): Promise<void> => {
    application.drain();
    await Bun.sleep(config.drainSeconds * secondMs);
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    try {
      await application.stop();
      await exit(0);
    } catch (error) {
      log.error('the stop failed', faultFields(error));
      await exit(1);
    }
  };
  const onSignal = (): void => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      void stop();
    } else if (performance.now() - firstAtMs >= sameSignalMs) process.exit(1);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
