import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { configExitCode, ConfigError, readConfig, type Config } from '#config';
import { DataDirUnusable, openDataDir } from '#adapters/embedded/data-dir';
import { DataDirInUse, lockDataDir } from '#adapters/embedded/data-dir-lock';
import { appSecret } from '#adapters/embedded/app-secret';
import { freePort } from '#adapters/embedded/free-port';
import { CannotListen } from '#adapters/http/serve';
import type { Output } from '#adapters/log/output';
import { pinoLog } from '#adapters/log/pino-log';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { ExternalServices } from '#roots/external-services';
import { addressesOf } from '#roots/compose/addresses';
import { startApplication, type Application, type Given } from '#roots/compose/application';

/** How long a stop may take, from its beginning, before the process ends anyway. */
const stopWithinMs = 20_000;
/**
 * A terminal sends Ctrl-C to everybody in it, and a launcher above us sends it on: a signal that
 * follows another within this is the same one.
 */
const sameSignalMs = 2000;

/**
 * Waypost as a process: its configuration, its lock, its signals. A bad configuration ends it with
 * one clear line. Tests alone pass other `services` than the real ones.
 */
export async function run(services?: ExternalServices): Promise<void> {
  let output: Output | null = null;
  try {
    const config = readConfig(process.env, services);
    const logging = pinoLog(config.logLevel);
    output = logging.output;
    const given = await prepare(config, logging.log);
    await serve(given, output);
  } catch (error) {
    await output?.flush();
    if (!isOperators(error)) throw error;
    console.error(`waypost: ${error.message}`);
    process.exit(configExitCode);
  }
}

/** Whether the operator can fix this error. */
function isOperators(error: unknown): error is Error {
  return [ConfigError, DataDirUnusable, DataDirInUse, CannotListen].some(
    (kind) => error instanceof kind,
  );
}

/** Resolves when everything is there; what cannot come up ends what has. */
async function serve(given: Given, output: Output): Promise<void> {
  const application = startApplication(given);
  endBySignal(application, given, output);
  try {
    await application.ready;
  } catch (error) {
    await application.stop();
    throw error;
  }
  output.write(`Waypost is ready at ${given.addresses.appUrl}\n`);
}

/** Takes the data folder for this process alone, until it ends, and settles the addresses. */
async function prepare(config: Config, log: Log): Promise<Given> {
  const dataDir = resolve(config.dataDir);
  await findHost(config.host);
  openDataDir(dataDir, {
    ownServers: config.databaseUrl === null || config.clickhouseUrl === null,
  });
  const lock = lockDataDir(dataDir);
  const newest = await appSecret(dataDir, config.appSecret);
  const secret = [newest, ...config.appSecretPrevious] as const;
  const port = config.port === 0 ? await freePort(undefined) : config.port;
  const addresses = addressesOf(config, port);

  return { config, log, dataDir, lock, secret, port, addresses };
}

/** @throws ConfigError when HOST is a name that leads to no address. */
async function findHost(host: string): Promise<void> {
  await lookup(host).catch((cause: unknown) => {
    throw Object.assign(new ConfigError(`HOST: ${hostExpected}`), { cause });
  });
}

const hostExpected =
  'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or a name that leads to one';

/**
 * The first signal says for DRAIN_SECONDS that this instance is not ready, then stops gracefully. A
 * later one that is not the same once more stops at once, and so does a stop that takes too long.
 */
function endBySignal(application: Application, { config, log }: Given, output: Output): void {
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
  const hear = (): void => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      void stop();
    } else if (performance.now() - firstAtMs >= sameSignalMs) process.exit(1);
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
}
