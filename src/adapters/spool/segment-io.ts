import { closeSync, fdatasync, fsync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Descriptors, noReserve } from '#core/shared/descriptors';

/** What the spool asks of the operating system; each may throw. */
export type SegmentIo = {
  /** Opens a file that must not exist yet, for appending. */
  create(path: string): number;
  /** Opens a file that is there, for writing in place. */
  openAgain(path: string): number;
  /** May write less than `length`; says how much. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number;
  cutTo(fd: number, size: number): void;
  close(fd: number): void;
  /** Away from this thread. */
  sync(fd: number): Promise<void>;
  /** Makes the names of a folder's new files outlive a loss of power. Away from this thread. */
  syncFolder(folder: string): Promise<void>;
  /** Removes a file that has no line. */
  remove(path: string): void;
};

/** The disk, with descriptors from the reserve when none is left. */
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
    sync: promisify(fdatasync),
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
