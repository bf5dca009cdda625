import { fileURLToPath } from 'node:url';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Descriptors } from '#core/shared/descriptors';
import { lowerPostgres } from '#adapters/embedded/priority';
import type { PostgresCluster } from './cluster.ts';
import { findOrphan, readPidFile, untilGone } from './orphan.ts';
import { runPostgres } from './programs.ts';
import { asArguments, type PostgresSettings } from './settings.ts';

const stopOrphan = fileURLToPath(new URL('./stop-orphan.ts', import.meta.url));

/** A running Postgres: our child, or one adopted from a killed parent. */
export interface PostgresServer {
  port: number;
  isAdopted: boolean;
  exited: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
}

/** The parameters for serving a cluster. */
export interface Serving {
  port: number;
  settings: PostgresSettings;
  descriptors: Descriptors;
}

const recoverySeconds = 120;
const largestLogBytes = 4 * 1024 * 1024;

/**
 * Serves the cluster and resolves when it accepts connections: with a server that a killed parent
 * left running, on its port, or with a new server on `port`.
 *
 * @throws with the end of Postgres's log when it does not start.
 */
export async function serveCluster(
  cluster: PostgresCluster,
  { port, settings, descriptors }: Serving,
): Promise<PostgresServer> {
  const orphan = await findOrphan(cluster);
  const watch = (server: PostgresServer) => descriptors.open(() => watched(cluster, server));
  if (orphan) return watch(adopted(orphan, cluster.folder));

  const child = descriptors.open(() => startServer(cluster, asArguments({ ...settings, port })));
  const server = watch({
    port,
    isAdopted: false,
    exited: child.exited,
    signal: (name) => child.kill(name),
  });
  await becomesReady(cluster, child);
  return server;
}

/** Adds a watchdog, which stops the server when this process dies without stopping it. */
function watched({ folder }: PostgresCluster, server: PostgresServer): PostgresServer {
  const stopWatchdog = startWatchdog(dirname(folder));
  void server.exited.then(stopWatchdog);
  return server;
}

/**
 * Starts a watchdog, which stops the Postgres of `dataDir` when this process has ended, also after
 * SIGKILL. The watchdog is a shell that waits for the end of its standard input, which the kernel
 * closes when this process ends. It then becomes the program that stops Postgres
 * (`stop-orphan.ts`). Until then it needs one megabyte. It has its own session, so that neither a
 * Ctrl-C nor the end of a terminal reaches it.
 *
 * @returns a function that ends the watchdog, to be called when the server has ended.
 */
function startWatchdog(dataDir: string): () => void {
  const script = 'read -r nothing; exec "$@"';
  const shell = Bun.spawn(['sh', '-c', script, 'sh', process.execPath, stopOrphan, dataDir], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  return () => {
    shell.kill('SIGKILL');
    void shell.stdin.end();
  };
}

function adopted({ pid, port }: { pid: number; port: number }, folder: string): PostgresServer {
  const signal = (name: NodeJS.Signals) => void process.kill(pid, name);
  return { port, isAdopted: true, exited: untilGone(pid, folder), signal };
}

function startServer(cluster: PostgresCluster, settings: string[]): Bun.Subprocess {
  const { folder, logFile, programs } = cluster;
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) rmSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const args = (seen: string) => ['-D', seen, ...settings];
  try {
    const child = runPostgres(programs, { program: 'postgres', folder, args, output });
    lowerPostgres(child.pid);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function becomesReady(cluster: PostgresCluster, child: Bun.Subprocess): Promise<void> {
  const deadline = Date.now() + recoverySeconds * 1000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const written = readPidFile(cluster.folder);
    if (written?.pid === child.pid && written.status === 'ready') return;
    await Bun.sleep(10);
  }
  child.kill('SIGKILL');
  const said = readFileSync(cluster.logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  throw new Error(`The built-in Postgres did not start: ${said}`);
}

/** Ends a server: a fast shutdown within `seconds`, then an immediate one, then SIGKILL. */
export async function endServer(server: PostgresServer, seconds: number): Promise<void> {
  if (await endsBy(server, 'SIGINT', seconds)) return;
  if (await endsBy(server, 'SIGQUIT', 2)) return;
  await endsBy(server, 'SIGKILL', 2);
}

function endsBy(server: PostgresServer, signal: NodeJS.Signals, seconds: number) {
  server.signal(signal);
  const late = Bun.sleep(seconds * 1000).then(() => false);
  return Promise.race([server.exited.then(() => true), late]);
}
