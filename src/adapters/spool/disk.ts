import { closeSync, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs';
import { readdirSync, readFileSync, readSync, renameSync, rmSync } from 'node:fs';
import { makeFolderNow, syncFolderNow } from '#adapters/disk/durable';
import type { Descriptors } from '#core/shared/descriptors';

/** The file operations of the drain. A kill may happen before each of them. */
export type Disk = {
  /** A new folder survives a loss of power. */
  makeFolder(path: string): void;
  list(folder: string): readonly string[];
  read(path: string): Uint8Array;
  /** The first `length` bytes, or fewer when the file is shorter. */
  readHead(path: string, length: number): Uint8Array;
  /** Writes the whole file, readable only by this user, and syncs it. Replaces an existing file. */
  write(path: string, bytes: Uint8Array): void;
  /** In bytes; 0 when the file does not exist. */
  size(path: string): number;
  sync(path: string): void;
  /** Makes the folder's entries durable: created, renamed and removed names. */
  syncFolder(folder: string): void;
  rename(from: string, to: string): void;
  /** Succeeds too when the file does not exist. */
  remove(path: string): void;
};

/** A spool's folder on a disk. */
export type SpoolLocation = { readonly disk: Disk; readonly folder: string };

/** The real disk. Synchronous: the drain has its own thread. */
export const realDisk: Disk = {
  makeFolder: makeFolderNow,
  list: (folder) => readdirSync(folder),
  read: (path) => readFileSync(path),
  readHead: (path, length) =>
    opened(path, 'r', (file) => {
      const head = new Uint8Array(length);
      return head.subarray(0, readSync(file, head, 0, length, 0));
    }),
  write: (path, bytes) =>
    opened(path, 'w', (file) => {
      writeFileSync(file, bytes);
      fsyncSync(file);
    }),
  size: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
  sync: (path) => opened(path, 'r', fsyncSync),
  syncFolder: syncFolderNow,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** Wraps the disk: when no descriptor is left, it opens files with one from the reserve. */
export function withReserve(disk: Disk, { open }: Descriptors): Disk {
  return {
    ...disk,
    list: (folder) => open(() => disk.list(folder)),
    read: (path) => open(() => disk.read(path)),
    readHead: (path, length) => open(() => disk.readHead(path, length)),
    write: (path, bytes) => open(() => disk.write(path, bytes)),
    sync: (path) => open(() => disk.sync(path)),
    syncFolder: (folder) => open(() => disk.syncFolder(folder)),
  };
}

function opened<T>(path: string, flags: 'r' | 'w', use: (file: number) => T): T {
  const file = openSync(path, flags, 0o600);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
