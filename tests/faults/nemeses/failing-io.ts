import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The operations of the spool's writer that can fail. */
export const failingOperations = ['create', 'write', 'sync', 'syncFolder'] as const;

export type Failure = {
  readonly operation: (typeof failingOperations)[number];
  /** Which one from now on, from 1. */
  readonly nth: number;
  /** A write puts half of its bytes on the disk first. */
  readonly code: 'EIO' | 'ENOSPC' | 'EDQUOT';
};

/** In DATA_DIR: the failure that has not happened yet. */
export const failurePlan = 'failing-disk.json';

type Operations = {
  create(path: string): number;
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number;
  sync(fd: number): Promise<void>;
  syncFolder(folder: string): Promise<void>;
};

/** Wraps the operations: one of them fails when the plan says so. */
export function failing<Io extends Operations>(io: Io): Io {
  const path = join(process.env['DATA_DIR'] ?? '', failurePlan);
  let known = '';
  let left = 0;
  /** The failure that follows a short write. */
  let pending: Error | null = null;

  const failureOf = (operation: Failure['operation']): Error | null => {
    if (!existsSync(path)) return null;
    const text = readFileSync(path, 'utf8');
    if (text === '') return null;
    const { nth, code, operation: wanted }: Failure = JSON.parse(text);
    if (known !== text) [known, left] = [text, nth];
    if (wanted !== operation) return null;
    left -= 1;
    if (left > 0) return null;
    known = '';
    rmSync(path);
    return Object.assign(new Error(`${operation} failed: ${code}`), { code });
  };
  const check = (operation: Failure['operation']): void => {
    const failure = failureOf(operation);
    if (failure !== null) throw failure;
  };

  return {
    ...io,
    create: (file: string) => {
      check('create');
      return io.create(file);
    },
    write: (fd: number, bytes: Uint8Array, offset: number, length: number) => {
      if (pending !== null) {
        const failure = pending;
        pending = null;
        throw failure;
      }
      pending = failureOf('write');
      return io.write(fd, bytes, offset, pending === null ? length : length >> 1);
    },
    sync: async (fd: number) => {
      check('sync');
      await io.sync(fd);
    },
    syncFolder: async (folder: string) => {
      check('syncFolder');
      await io.syncFolder(folder);
    },
  };
}
