import { resolve } from 'node:path';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import { openCluster, readAccess, writeAccess, type PostgresCluster } from './cluster.ts';
import { urlOf } from './orphan.ts';
import { freePort } from '#adapters/embedded/free-port';
import { endServer, serveCluster, type PostgresServer } from './server.ts';
import { smallServer, type PostgresSettings } from './settings.ts';

export interface LaunchPostgres {
  /** The folder of the database; it is created when missing. */
  dataDir: string;
  /** Called with a sentence for each event of the server: started, adopted, ended, restarted. */
  log: (sentence: string) => void;
  /** Settings that add to or replace the defaults of the small server. */
  settings?: PostgresSettings;
  descriptors?: Descriptors;
}

/** The built-in Postgres. */
export interface EmbeddedPostgres {
  /** Its address; unchanged until this process ends. */
  url: string;
  state(): 'ready' | 'restarting' | 'stopped';
  /** Lets connections finish their statements and ends the server, within about 8 seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres in `dataDir`, on 127.0.0.1 only. It is created at the first start (under a
 * second), adopted when a killed parent left it running, and restarted on the same port when it
 * dies. Resolves when it accepts connections. One process per `dataDir`: take its lock first.
 *
 * @throws with Postgres's own message when it cannot be created or started.
 */
export async function launchPostgres(given: LaunchPostgres): Promise<EmbeddedPostgres> {
  const options = { ...given, dataDir: resolve(given.dataDir) };
  const cluster = await openCluster(options.dataDir);
  const server = await firstServer(cluster, options);
  const { port } = server;
  recordPort(cluster, port, options);
  options.log(`Postgres ${server.isAdopted ? 'adopted' : 'started'} on 127.0.0.1:${port}`);

  const serve = () => serveCluster(cluster, { port, ...servingOf(options) });
  return { url: urlOf(port, cluster.password), ...supervise(server, serve, options.log) };
}

/**
 * Stores the port. A failure is ignored: the server keeps running, and the next start searches for
 * a port again.
 */
function recordPort({ password }: PostgresCluster, port: number, options: LaunchPostgres): void {
  const { dataDir, log } = options;
  try {
    if (readAccess(dataDir).port !== port) writeAccess(dataDir, { password, port });
  } catch (error) {
    log(`The port of Postgres cannot be stored: ${error instanceof Error ? error.message : ''}`);
  }
}

const servingOf = ({ settings, descriptors = noReserve }: LaunchPostgres) => ({
  settings: { ...smallServer, ...settings },
  descriptors,
});

/**
 * A retry helps when another process has taken the port, or when backends of the last server are
 * still running.
 */
async function firstServer(
  cluster: PostgresCluster,
  options: LaunchPostgres,
): Promise<PostgresServer> {
  const recorded = readAccess(options.dataDir).port;
  const attempt = async (port: number | undefined) =>
    serveCluster(cluster, { port: await freePort(port), ...servingOf(options) });
  try {
    return await attempt(recorded);
  } catch (error) {
    options.log(`${error instanceof Error ? error.message : String(error)}; retrying once`);
    await Bun.sleep(500);
    return attempt(undefined);
  }
}

const stopSeconds = 4;
const shortestPauseMs = 100;
const longestPauseMs = 10_000;

/** Restarts the server when it ends unexpectedly, with growing pauses while it fails. */
function supervise(
  first: PostgresServer,
  serve: () => Promise<PostgresServer>,
  log: LaunchPostgres['log'],
): Pick<EmbeddedPostgres, 'state' | 'stop'> {
  const stopping = Promise.withResolvers<undefined>();
  let state: ReturnType<EmbeddedPostgres['state']> = 'ready';

  const restart = async (pauseMs: number): Promise<PostgresServer | undefined> => {
    const pause = Bun.sleep(pauseMs).then(() => 'over');
    if ((await Promise.race([pause, stopping.promise])) === undefined) return undefined;
    try {
      return await serve();
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      return restart(Math.min(pauseMs * 2, longestPauseMs));
    }
  };

  const watch = async (server: PostgresServer): Promise<void> => {
    const ended = server.exited.then(() => 'ended');
    if ((await Promise.race([ended, stopping.promise])) === undefined) {
      return endServer(server, stopSeconds);
    }
    state = 'restarting';
    log('Postgres ended unexpectedly: restarting it');
    const next = await restart(shortestPauseMs);
    if (next === undefined) return undefined;
    state = 'ready';
    log('Postgres is running again');
    return watch(next);
  };

  const watched = watch(first);
  const stop = async () => {
    stopping.resolve(undefined);
    await watched;
    state = 'stopped';
  };
  return { state: () => state, stop };
}
