import { SQL } from 'bun';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresCluster } from './cluster.ts';

/** What a running server writes about itself into its folder. */
interface PidFile {
  pid: number;
  port: number;
  status: string;
}

/** DATA_DIR/postgres/postmaster.pid; undefined when no server has run since the last clean stop. */
export function readPidFile(folder: string): PidFile | undefined {
  const lines = readIfThere(pidFile(folder))?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? 'starting').trim() };
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid');

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const patienceSeconds = 60;

/**
 * Finds the server that a killed parent left behind on this cluster, waiting while it starts or
 * stops. One that does not answer with our password is ended. A pid file that names a foreign
 * process (numbers are reused, soonest in containers) is removed, since Postgres would not start
 * beside it; one that names no process is Postgres's own to clear, after it has seen that no
 * backend is left.
 */
export async function findOrphan(
  cluster: PostgresCluster,
): Promise<{ pid: number; port: number } | undefined> {
  const deadline = Date.now() + patienceSeconds * 1000;
  for (;;) {
    const written = readPidFile(cluster.folder);
    if (!written || !isAlive(written.pid)) return undefined;
    const { pid, port, status } = written;
    if (!isServing(pid, cluster.folder)) {
      rmSync(pidFile(cluster.folder), { force: true });
      return undefined;
    }
    if (status === 'ready' && (await answers(cluster, port))) return { pid, port };
    if (status === 'ready' || Date.now() > deadline) await end(pid, cluster.folder);
    else await Bun.sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A server's working folder is its data folder; where there is no /proc its arguments name it.
 * Throws when it cannot be known now, without a free file descriptor for example.
 */
function isServing(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = Bun.spawnSync(['ps', '-o', 'args=', '-p', String(pid)]);
    return stdout.toString().includes(folder);
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && notOurs.has(error.code)) return false;
    throw error;
  }
}

/** The pid of the server that runs on the cluster in `folder` now, also while it starts or stops. */
export function runningServer(folder: string): number | undefined {
  const pid = readPidFile(folder)?.pid;
  return pid !== undefined && isAlive(pid) && isServing(pid, folder) ? pid : undefined;
}

/** What /proc answers of a process that is gone, or another user's. */
const notOurs: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** Whether the server on the port lets us in, within seconds. */
async function answers({ password }: PostgresCluster, port: number): Promise<boolean> {
  const sql = new SQL(urlOf(port, password), { max: 1, connectionTimeout: 3 });
  try {
    await sql`SELECT 1`;
    return true;
  } catch (error) {
    if (error instanceof SQL.PostgresError) return false;
    throw error;
  } finally {
    await sql.close({ timeout: 1 });
  }
}

/** The address under which Waypost's own role enters its database. */
export function urlOf(port: number, password: string): string {
  return `postgres://waypost:${password}@127.0.0.1:${port}/waypost`;
}

/** Ends a server that nobody can use: its backends first clean up, then the kernel does. */
async function end(pid: number, folder: string): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  process.kill(pid, 'SIGCONT');
  const deadline = Date.now() + 5000;
  while (isServing(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await Bun.sleep(20);
  }
}

/** Resolves when the server is gone. It is not our child, so its end must be looked for. */
export function untilGone(pid: number, folder: string): Promise<void> {
  const isThere = process.platform === 'linux' ? isServing : isAlive;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (mayBe(() => isThere(pid, folder))) return;
      clearInterval(look);
      resolve();
    }, 100);
    look.unref();
  });
}

/** The claim, or true when it cannot be known now. */
function mayBe(claim: () => boolean): boolean {
  try {
    return claim();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return true;
    throw error;
  }
}
