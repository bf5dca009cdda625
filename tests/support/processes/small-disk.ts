import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  rmdirSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isErrno } from '#core/shared/errno';
import { eventually } from '#tests/support/waiting';

/** A file system of a fixed size, which only commands started with `inside` see at `path`. */
export type SmallDisk = {
  readonly path: string;
  /** Runs the following command where the disk is mounted. */
  readonly inside: readonly string[];
  /** The path at which this process can use the file. */
  at(name: string): string;
  freeBytes(): number;
  /**
   * Takes all free space but `leftBytes` (0 when absent), and further space as it becomes free, until
   * `free` is called.
   */
  fill(leftBytes?: number): void;
  /** Frees the space that `fill` took. */
  free(): void;
  remove(): Promise<void>;
};

const checkout = join(import.meta.dir, '../../..');
const megabyte = 1 << 20;
const fillEveryMs = 20;
const filler = 'filler';

/**
 * Mounts a tmpfs of this many MB in its own mount namespace. It is gone when this process and those
 * that were started inside have ended.
 */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const path = mkdtempSync(join(tmpdir(), 'waypost-small-'));
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=755 waypost "$0" && echo mounted && exec cat`;
  const holder = Bun.spawn([...ownMounts, 'sh', '-c', script, path], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const root = `/proc/${holder.pid}/root${path}`;
  await eventually(
    () => statSync(root).dev,
    (device) => device !== statSync(path).dev,
  );
  let filling: ReturnType<typeof setInterval> | null = null;

  const at = (name: string): string => join(root, name);
  const stop = (): void => {
    if (filling !== null) clearInterval(filling);
    filling = null;
  };
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  };
  return {
    path,
    inside: ['nsenter', '-t', String(holder.pid), '-m', `--wdns=${checkout}`],
    at,
    freeBytes,
    fill: (leftBytes = 0) => {
      const take = () => takeSpace(at(filler), () => freeBytes() > leftBytes);
      take();
      filling ??= setInterval(take, fillEveryMs);
    },
    free: () => {
      stop();
      rmSync(at(filler), { force: true });
    },
    remove: async () => {
      stop();
      await holder.stdin.end();
      await holder.exited;
      rmdirSync(path);
    },
  };
}

/** Why no small disk can be mounted here; null when it can. */
export function noSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'mount namespaces exist on Linux alone';
  const mount = ['mount', '-t', 'tmpfs', 'waypost', '/mnt'];
  const [command = '', ...rest] = [...ownMounts, ...mount];
  return spawnSync(command, rest).status === 0 ? null : 'mounting a file system needs root';
}

const ownMounts = ['unshare', '--mount', '--propagation', 'private'];
const block = new Uint8Array(megabyte);

function takeSpace(path: string, isMoreWanted: () => boolean): void {
  const file = openSync(path, 'a');
  try {
    while (isMoreWanted()) writeSync(file, block);
  } catch (error) {
    if (!isErrno(error, 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}
