import { closeSync, fdatasync, fsync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Descriptors, noReserve } from '#core/shared/descriptors';

/** The operating system's file functions for the spool; each may throw. */
export type SegmentIo = {
  /** Creates a new file for appending; fails when it exists. */
  create(path: string): number;
  /** Opens an existing file for writing in place. */
  openAgain(path: string): number;
  /** May write less than `length`; returns how much. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number;
  cutTo(fd: number, size: number): void;
  close(fd: number): void;
  /** Runs outside this thread. */
  sync(fd: number): Promise<void>;
  /** Makes the names of a folder's new files survive a loss of power. Runs outside this thread. */
  syncFolder(folder: string): Promise<void>;
  /** Removes a file without a line. */
  remove(path: string): void;
};

/** The disk; when no descriptor is left, it uses one from the reserve. */
export function segmentIo(descriptors: Descriptors): SegmentIo {
  const close = (fd: number): void => {
    closeSync(fd);
    descriptors.closed();
  };
  return {
    create: (path) => descriptors.open(() => openSync(path, 'ax', 0o600)),
    openAgain: (path) => descriptors.open(() => openSync(path, 'r+')),
    write: writeSync,
    cutTo: ftruncateSync,
    close,
    sync: (fd) => promisify(fdatasync)(fd),
    async syncFolder(folder) {
      const fd = descriptors.open(() => openSync(folder, 'r'));
      try {
        await promisify(fsync)(fd);
      } finally {
        close(fd);
      }
    },
    remove: (path) => rmSync(path, { force: true }),
  };
}

export const diskIo = segmentIo(noReserve);
