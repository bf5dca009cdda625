import { SQL } from 'bun';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '#core/shared/errno';
import type { PostgresCluster } from './cluster.ts';

/** The file that a running server writes into its folder. */
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
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const patienceSeconds = 60;

/**
 * Finds the server that a killed parent left running on this cluster, and waits while it starts or
 * stops. A server that does not accept our password is ended. A pid file with the number of another
 * program's process (numbers are reused, most often in containers) is removed, because Postgres
 * would not start beside it. One without a process is left to Postgres, which first checks that no
 * backend remains.
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
    return isErrno(error, 'EPERM');
  }
}

/**
 * A server's working directory is its data folder; without /proc its arguments name it. Throws when
 * this cannot be determined now, for example without a free file descriptor.
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

/** The pid of the server on the cluster in `folder`, also while it starts or stops. */
export function runningServer(folder: string): number | undefined {
  const pid = readPidFile(folder)?.pid;
  return pid !== undefined && isAlive(pid) && isServing(pid, folder) ? pid : undefined;
}

/** Errors of /proc for a process that has ended or belongs to another user. */
const notOurs: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** Whether the server on the port accepts our login, within seconds. */
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

/** The connection address for Waypost's own role. */
export function urlOf(port: number, password: string): string {
  return `postgres://waypost:${password}@127.0.0.1:${port}/waypost`;
}

/** Ends an unusable server: with time for its backends to clean up, then by SIGKILL. */
async function end(pid: number, folder: string): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  process.kill(pid, 'SIGCONT');
  const deadline = Date.now() + 5000;
  while (isServing(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await Bun.sleep(20);
  }
}

/** Resolves when the server is gone. It is not our child, so its end must be polled. */
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

/** The check's result; true when it cannot be determined now. */
function mayBe(claim: () => boolean): boolean {
  try {
    return claim();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return true;
    throw error;
  }
}
