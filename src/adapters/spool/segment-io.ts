import { closeSync, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** What the spool asks of the operating system; each may throw. */
export type SegmentIo = {
  /** Opens a file that must not exist yet, for appending. */
  create(path: string): number;
  /** May write less than `length`; says how much. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number;
  cutTo(fd: number, size: number): void;
  close(fd: number): void;
  /** Away from this thread. */
  sync(fd: number): Promise<void>;
};

export const diskIo: SegmentIo = {
  create: (path) => openSync(path, 'ax', 0o600),
  write: writeSync,
  cutTo: ftruncateSync,
  close: closeSync,
  sync: promisify(fdatasync),
};
